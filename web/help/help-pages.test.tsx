import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../server/testing/testing.ts'
import { enterText } from '../testing/enter-text.ts'
import { renderApp } from '../testing/testing.tsx'
import { findPageTopic } from './find-page-topic.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp({ SUPPORT_EMAIL: 'support@example.com' })
})
beforeEach(async () => {
  localStorage.clear()
  await t.sql`delete from help_answer`
  return t.resetPeople()
})
afterEach(cleanup)
afterAll(() => t.close())

const listAnswers = async () => [
  ...(await t.sql`select topic, is_helpful as "isHelpful" from help_answer`),
]

test('finds the topic of a page', () => {
  expect([
    findPageTopic('/apps/order/orderDetail/123'),
    findPageTopic('/apps/page/about-us'),
    findPageTopic('/apps/unknown'),
  ]).toEqual(['order-details', 'content', 'getting-around'])
})

test('the address of frequent questions leads to the help', async () => {
  const { router } = await renderApp(t, '/faq')
  await screen.findByRole('searchbox', { name: 'Search help' })
  expect(router.state.location.pathname).toBe('/apps/help')
})

test('lists the topics by category and searches their texts', async () => {
  const { router } = await renderApp(t, '/apps/help')
  const orders = within(await screen.findByRole('region', { name: 'Orders' }))
  expect(orders.getByRole('link', { name: 'Invoices' })).toBeTruthy()
  await enterText(screen.getByRole('searchbox', { name: 'Search help' }), 'credit note')
  await screen.findByText('1 topic found')
  expect(router.state.location.search).toBe('?q=credit+note')
  await enterText(screen.getByRole('searchbox', { name: 'Search help' }), ' zzz')
  await screen.findByText(/No topics match/)
  expect(screen.getByRole('link', { name: 'Write to us' }).getAttribute('href')).toBe(
    'mailto:support@example.com',
  )
})

test('a topic page has the words of the buttons, links to others and stores one answer', async () => {
  const user = userEvent.setup()
  const { router } = await renderApp(t, '/apps/help/order-details')
  await screen.findByRole('heading', { level: 1, name: 'Process an order' })
  expect(screen.getAllByText('Fulfill items')[0]?.tagName).toBe('STRONG')
  await user.click(screen.getByRole('button', { name: 'Yes' }))
  await screen.findByText('Thanks for your feedback.')
  expect(await listAnswers()).toEqual([{ topic: 'order-details', isHelpful: true }])
  await user.click(screen.getByRole('button', { name: 'No' }))
  await waitFor(async () =>
    expect(await listAnswers()).toEqual([{ topic: 'order-details', isHelpful: false }]),
  )
  await user.click(screen.getByRole('link', { name: 'Create and edit orders' }))
  await screen.findByRole('heading', { level: 1, name: 'Create and edit orders' })
  expect(router.state.location.pathname).toBe('/apps/help/create-orders')
})

test('? and the button open the help of the page, which leads to topics and shortcuts', async () => {
  const user = userEvent.setup()
  const { router } = await renderApp(t, '/apps/category/list')
  await screen.findByRole('button', { name: /^Search/ })
  await user.keyboard('?')
  const drawer = within(await screen.findByRole('dialog', { name: 'Help' }))
  await drawer.findByRole('heading', { name: 'Categories' })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Help' }))
  const again = within(await screen.findByRole('dialog', { name: 'Help' }))
  await user.click(await again.findByRole('button', { name: 'Keyboard shortcuts' }))
  await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.keyboard('?')
  await user.click(await screen.findByRole('link', { name: 'All help topics' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/apps/help'))
})

test('the search finds topics and the help of the page', async () => {
  const user = userEvent.setup()
  const { router } = await renderApp(t, '/apps/coming-soon')
  await screen.findByRole('button', { name: /^Search/ })
  await user.keyboard('/')
  await enterText(await screen.findByRole('combobox', { name: 'Search' }), 'credit note')
  const group = within(await screen.findByRole('group', { name: 'Help' }))
  await user.click(await group.findByRole('option', { name: /^Invoices/ }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/apps/help/invoices'))
})

import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { customerApi } from '#contract/customer.ts'
import type { Ability } from '#contract/lib/permission.ts'
import { productApi } from '#contract/product.ts'
import { startTestApp, type TestApp } from '../../server/lib/testing/testing.ts'
import { renderApp } from '../lib/testing.tsx'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
  for (const n of [1, 2, 3, 4, 5])
    await t.call('owner', productApi.create, {
      body: { title: `Stoneware mug ${n}`, sku: `MUG-${n}` },
    })
  await t.call('owner', customerApi.create, {
    body: { name: 'Ada Verne', email: 'ada@example.com' },
  })
  await t.inStore(
    tx =>
      tx`insert into "order" (number, currency, customer_name, customer_email) values ('#1001', 'USD', 'Ada Verne', 'ada@example.com'), ('#1002', 'USD', 'Max Holm', '')`,
  )
})
afterAll(() => t.close())
beforeEach(() => localStorage.clear())
afterEach(cleanup)

const startPath = '/apps/coming-soon'
async function openPalette(path = startPath) {
  const user = userEvent.setup()
  const page = await renderApp(t, path)
  await screen.findByRole('button', { name: /^Search/ })
  await user.keyboard('{Control>}k{/Control}')
  const field = await screen.findByRole('combobox', { name: 'Search' })
  await waitFor(() => expect(document.activeElement).toBe(field))
  return { user, field, ...page }
}
const listOptionTexts = () => screen.getAllByRole('option').map(option => option.textContent ?? '')
const getOptionGroups = (): Record<string, string[]> =>
  Object.fromEntries(
    screen.getAllByRole('group').map(group => [
      group.getAttribute('aria-label') ?? '',
      within(group)
        .getAllByRole('option')
        .map(option => option.textContent ?? ''),
    ]),
  )
const getActiveOption = () => screen.getByRole('option', { selected: true })

test('lists the five pages before anything is typed, and is left with the focus back where it was', async () => {
  const { user, field } = await openPalette()
  expect(
    Object.values(getOptionGroups())
      .flat()
      .map(line => line.replace(/G.$/, '')),
  ).toEqual(['Dashboard', 'Category', 'Product', 'Order', 'CMS'])
  const icons = screen
    .getAllByRole('option')
    .map(
      option =>
        /tabler-icon-([\w-]+)/.exec(option.querySelector('svg')?.getAttribute('class') ?? '')?.[1],
    )
  expect(icons).toEqual(['home', 'layout-grid', 'box', 'shopping-cart', 'layout'])
  expect(Object.values(getOptionGroups()).every(group => group.length <= 4)).toBe(true)
  expect(field.getAttribute('aria-activedescendant')).toBe(getActiveOption().id)
  expect(getActiveOption().textContent).toContain('Dashboard')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('finds while typing: four of a group and the way to all of them, matches marked, counted for a screen reader', async () => {
  const { user } = await openPalette()
  await user.keyboard('mug')
  await waitFor(() =>
    expect(getOptionGroups()['Products']).toEqual([
      'Stoneware mug 5MUG-5',
      'Stoneware mug 4MUG-4',
      'Stoneware mug 3MUG-3',
      'Stoneware mug 2MUG-2',
      'See all products matching “mug”',
    ]),
  )
  expect(await screen.findByText('5 results')).toBeDefined()
  expect(document.querySelector('mark')?.textContent).toBe('mug')
  await user.keyboard('{ArrowUp}')
  expect(getActiveOption().textContent).toBe('See all products matching “mug”')
  expect(getActiveOption().getAttribute('href')).toBe('/apps/product/list?q=mug')
  await user.keyboard('{ArrowDown}{ArrowDown}')
  expect(getActiveOption().textContent).toBe('Stoneware mug 4MUG-4')
})

test('opens what is chosen, and what was opened comes first the next time', async () => {
  const { user, router } = await openPalette()
  await user.keyboard('#1001')
  await waitFor(() => expect(listOptionTexts()[0]).toContain('#1001'))
  await user.keyboard('{Enter}')
  await waitFor(() =>
    expect(router.state.location.pathname).toMatch(/^\/apps\/order\/orderDetail\//),
  )
  await screen.findByRole('heading', { level: 1, name: '#1001' })
  await waitFor(() => expect(localStorage.getItem('recent')).toContain('#1001'))
  await user.keyboard('{Control>}k{/Control}')
  await screen.findByRole('combobox', { name: 'Search' })
  expect(getOptionGroups()['Recent']).toEqual(['#1001'])
  expect(getActiveOption().textContent).toBe('#1001')
})

test('Enter before the answer waits for it, and never opens what stood there before', async () => {
  const { user, router } = await openPalette()
  await user.keyboard('1002{Enter}')
  await waitFor(() =>
    expect(router.state.location.pathname).toMatch(/^\/apps\/order\/orderDetail\//),
  )
  expect(await screen.findByRole('heading', { level: 1, name: '#1002' })).toBeDefined()
})

test('Ctrl+Enter opens beside this page', async () => {
  const openSpy = vi.spyOn(window, 'open').mockReturnValue(null)
  const { user, router } = await openPalette()
  await user.keyboard('{ArrowDown}{Control>}{Enter}{/Control}')
  expect(openSpy).toHaveBeenCalledWith('/apps/category/list', '_blank', 'noopener')
  expect(router.state.location.pathname).toBe(startPath)
})

test('says what was looked for when there is nothing, and offers the lists', async () => {
  const { user, router } = await openPalette()
  await user.keyboard('tapestry & co')
  expect((await screen.findAllByText('Nothing found for “tapestry & co”')).length).toBe(2)
  expect(listOptionTexts()).toEqual([
    'Look for “tapestry & co” in orders',
    'Look for “tapestry & co” in products',
    'Look for “tapestry & co” in customers',
    'Look for “tapestry & co” in categories',
  ])
  await user.keyboard('{ArrowDown}{Enter}')
  await waitFor(() => expect(router.state.location.search).toBe('?q=tapestry%20%26%20co'))
})

test('pages, actions and settings are found by their words', async () => {
  const { user } = await openPalette()
  await user.keyboard('create')
  await waitFor(() =>
    expect(getOptionGroups()['Actions']?.map(line => line.replace(/C.$/, ''))).toEqual([
      'Add product',
      'Create order',
    ]),
  )
  await user.clear(screen.getByRole('combobox'))
  await user.keyboard('dark sk')
  await waitFor(() =>
    expect(getOptionGroups()['Settings']).toEqual(['Dark appearance', 'Semi-dark appearance']),
  )
  await user.keyboard('{Enter}')
  await waitFor(() => expect(document.documentElement.dataset['skin']).toBe('dark'))
})

test('somebody with few rights is offered only what they may do', async () => {
  const abilities: Ability[] = [{ action: 'read', subject: 'order' }]
  await t.inStore(
    tx =>
      tx`update membership set abilities = ${tx.json(abilities)} where person_id = ${t.people.nobody.personId}`,
  )
  await new Promise(resolve => setTimeout(resolve, 1100)) // what a person may do is remembered for a second
  const user = userEvent.setup()
  const { router } = await renderApp(t, startPath, { user: 'nobody' })
  await screen.findByRole('button', { name: /^Search/ })
  await user.keyboard('/')
  await screen.findByRole('combobox', { name: 'Search' })
  expect(
    Object.values(getOptionGroups())
      .flat()
      .map(line => line.replace(/G.$/, '')),
  ).toEqual(['Order'])
  await user.keyboard('ada')
  await waitFor(() => expect(Object.keys(getOptionGroups())).toEqual(['Orders']))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.keyboard('gp')
  expect(router.state.location.pathname).toBe(startPath)
  await user.keyboard('go')
  await waitFor(() => expect(router.state.location.pathname).toBe('/apps/order/list'))
})

test('each page is found once', async () => {
  const { user } = await openPalette()
  await user.keyboard('payment')
  await waitFor(() => expect(getOptionGroups()['Pages']).toEqual(['Payment']))
})

import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type FaqQuestion, faqQuestionApi } from '#contract/cms/faq-question.ts'
import { startTestApp, type TestApp } from '../../server/testing/testing.ts'
import { renderApp } from '../testing/testing.tsx'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())
beforeEach(() => t.inStore(tx => tx`delete from faq_question`))
afterEach(cleanup)

const create = (question: string, body: object = {}) =>
  t.call('owner', faqQuestionApi.create, { body: { question, answer: '<p>Yes</p>', ...body } })
const list = async (): Promise<FaqQuestion[]> =>
  (await t.call('owner', faqQuestionApi.list)).body.data
const listNames = async () => (await list()).map(({ question }) => question)

test('the first question starts with an example', async () => {
  await renderApp(t, '/apps/faq/list')
  const [add] = await screen.findAllByRole('button', { name: 'Add question' })
  await userEvent.click(add!)
  const drawer = within(await screen.findByRole('dialog', { name: 'Add question' }))
  await drawer.findByRole('textbox', { name: 'Answer' })
  await userEvent.click(drawer.getByRole('button', { name: 'Shipping' }))
  await userEvent.click(drawer.getByRole('button', { name: 'Add question' }))
  await screen.findByText('Question created')
  await screen.findByRole('button', { name: 'How long does delivery take?' })
  const [question] = await list()
  expect(question).toMatchObject({ category: 'Shipping', isPublished: true })
  expect(question?.answer).toMatch(/^<p>We ship orders/)
})

test('arrows move questions in their category, and categories', async () => {
  await create('Ship?', { category: 'Shipping' })
  await create('Pay?', { category: 'Payment' })
  await create('Track?', { category: 'Shipping' })
  await renderApp(t, '/apps/faq/list')
  await userEvent.click(await screen.findByRole('button', { name: 'Move Track? up' }))
  await waitFor(async () => expect(await listNames()).toEqual(['Track?', 'Ship?', 'Pay?']))
  await userEvent.click(screen.getByRole('button', { name: 'Move Payment up' }))
  await waitFor(async () => expect(await listNames()).toEqual(['Pay?', 'Track?', 'Ship?']))
  const main = within(screen.getByRole('main'))
  const headings = main.getAllByRole('heading', { level: 2 }).map(node => node.textContent)
  expect(headings).toEqual(['Payment', 'Shipping'])
  expect(screen.getByRole('button', { name: 'Move Track? up' })).toHaveProperty('disabled', true)
  expect(screen.queryByRole('button', { name: 'Move Pay? up' })).toBeNull()
})

test('a question is unpublished and deleted in its drawer', async () => {
  await create('Ship?')
  await renderApp(t, '/apps/faq/list')
  await userEvent.click(await screen.findByRole('button', { name: 'Ship?' }))
  const drawer = within(await screen.findByRole('dialog', { name: 'Edit question' }))
  await userEvent.click(drawer.getByRole('switch', { name: 'Published' }))
  await userEvent.click(drawer.getByRole('button', { name: 'Save question' }))
  await screen.findByText('Draft')
  expect(await list()).toMatchObject([{ isPublished: false }])
  await userEvent.click(screen.getByRole('button', { name: 'Ship?' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Delete question' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete “Ship?”?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Delete question' }))
  await screen.findByText('Answer your first question')
  expect(await list()).toEqual([])
})

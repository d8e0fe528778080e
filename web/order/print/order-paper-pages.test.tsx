import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { orderPaperApi } from '#contract/order/order-paper.ts'
import { createOrderTester } from '../../../server/testing/subject/order-testing.ts'
import { startTestApp, type TestApp } from '../../../server/testing/testing.ts'
import { renderApp } from '../../testing/testing.tsx'

let app: TestApp
let id: string
let number: string
beforeAll(async () => {
  app = await startTestApp()
  const tester = createOrderTester(app)
  const { variant } = await tester.createProduct({ title: 'Teapot <b>blue</b>' })
  const create = () => tester.createOrderData({ lines: [{ variant, quantity: 2 }] })
  await create()
  const order = await create()
  id = order._id
  number = order.number
})
afterAll(() => app.close())
afterEach(cleanup)

test('the menu opens a document with the keyboard, and the chosen paper is remembered', async () => {
  const { router } = await renderApp(app, `/apps/order/orderDetail/${id}`)
  const menu = await screen.findByRole('button', { name: 'Print' })
  menu.focus()
  await userEvent.keyboard('{Enter}')
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
    'Packing slip',
    'Delivery note',
  ])
  await userEvent.click(screen.getByRole('menuitem', { name: 'Packing slip' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Packing slip' })).toBeTruthy()
  expect(router.state.location.pathname).toBe(`/apps/order/print/${id}`)
  const sheet = screen.getByRole('article')
  expect(within(sheet).getByText('Teapot <b>blue</b>')).toBeTruthy()
  await userEvent.click(screen.getByRole('combobox', { name: 'Paper' }))
  await userEvent.click(await screen.findByRole('option', { name: '80 mm roll' }))
  await waitFor(async () => {
    const { body } = await app.call('owner', orderPaperApi.getPaperSettings)
    expect(body.data.packingSlip).toBe('roll')
  })
  expect(sheet.dataset['format']).toBe('roll')
})

test('the packing slips of selected orders are written as one file', async () => {
  await renderApp(app, '/apps/order/list')
  await userEvent.click(await screen.findByRole('checkbox', { name: `Select ${number}` }))
  const [, , other] = screen.getAllByRole('checkbox')
  if (other) await userEvent.click(other)
  await userEvent.click(await screen.findByRole('button', { name: 'Print' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Packing slips' }))
  const dialog = await screen.findByRole('dialog', { name: 'Print documents' })
  expect(await within(dialog).findByText('0 of 2 documents created')).toBeTruthy()
  await app.runJobs()
  expect(
    await within(dialog).findByRole('button', { name: 'Download PDF' }, { timeout: 5000 }),
  ).toBeTruthy()
})

test('the print says how many orders were left out, which offer no document', async () => {
  const tester = createOrderTester(app)
  const { variant } = await tester.createProduct({ title: 'Cup' })
  const create = () => tester.createOrderData({ lines: [{ variant, quantity: 1 }] })
  const [packable, canceled] = [await create(), await create()]
  await tester.updateStatus(canceled._id, 'cancelled')
  await renderApp(app, '/apps/order/list')
  for (const order of [packable, canceled])
    await userEvent.click(await screen.findByRole('checkbox', { name: `Select ${order.number}` }))
  await userEvent.click(await screen.findByRole('button', { name: 'Print' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Packing slips' }))
  const dialog = await screen.findByRole('dialog', { name: 'Print documents' })
  expect(await within(dialog).findByText('0 of 1 documents created')).toBeTruthy()
  await app.runJobs()
  const text = '1 order was skipped because it has nothing to pack.'
  expect(await within(dialog).findByText(text, {}, { timeout: 5000 })).toBeTruthy()
  cleanup()
  await renderApp(app, `/apps/order/orderDetail/${canceled._id}`)
  await screen.findByRole('heading', { name: 'Timeline' })
  expect(screen.queryByRole('button', { name: 'Print' })).toBeNull()
})

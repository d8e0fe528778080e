import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Order, orderApi } from '#contract/order/order.ts'
import { productApi } from '#contract/product/product.ts'
import { startTestApp, type TestApp } from '../../../server/testing/testing.ts'
import { renderApp } from '../../testing/testing.tsx'

let app: TestApp
let order: Order
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.resetPeople()
  const product = await app.call('owner', productApi.create, {
    body: { title: 'Teapot', price: 1950, stock: 5 },
  })
  const reply = await app.call('owner', orderApi.create, {
    body: {
      lines: [{ variant: product.body.data.variants[0]._id, quantity: 1 }],
      status: 'processing',
    },
  })
  order = reply.body.data
})
afterEach(cleanup)

const renderShipDialog = () => renderApp(app, `/apps/order/orderDetail/${order._id}?do=shipped`)
const findDialog = async (name: string | RegExp) =>
  within(await screen.findByRole('dialog', { name }))
const countDialogs = (count: number) =>
  waitFor(() => expect(screen.queryAllByRole('dialog')).toHaveLength(count))

test('Escape asks before it loses a tracking number', async () => {
  const user = userEvent.setup()
  const { router } = await renderShipDialog()
  const dialog = await findDialog(/^Ship order/)
  const field = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Tracking number' })
  await user.type(field, 'JD01')
  await user.keyboard('{Escape}')
  const question = await findDialog('Leave without saving?')
  expect(field.value).toBe('JD01')
  await user.click(question.getByRole('button', { name: 'Cancel' }))
  await countDialogs(1)
  await user.click(document.querySelector('.mantine-Modal-overlay') as Element)
  await findDialog('Leave without saving?')
  // Escape closes only the question, because it is on top.
  await user.keyboard('{Escape}')
  await countDialogs(1)
  expect(field.value).toBe('JD01')
  await user.keyboard('{Escape}')
  const lastQuestion = await findDialog('Leave without saving?')
  await user.click(lastQuestion.getByRole('button', { name: 'Leave page' }))
  await countDialogs(0)
  expect(router.state.location.search).toBe('')
})

test('closes at once without changes, and with its cancel button', async () => {
  const user = userEvent.setup()
  const { router } = await renderShipDialog()
  await findDialog(/^Ship order/)
  await user.keyboard('{Escape}')
  await countDialogs(0)
  await router.navigate(`/apps/order/orderDetail/${order._id}?do=shipped`)
  const dialog = await findDialog(/^Ship order/)
  await user.type(dialog.getByRole('textbox', { name: 'Tracking number' }), 'JD01')
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await countDialogs(0)
})

test('returns the focus to the button that opened it', async () => {
  const user = userEvent.setup()
  await renderApp(app, '/apps/cms/redirects')
  const [opener] = await screen.findAllByRole('button', { name: 'Add redirect' })
  await user.click(opener as HTMLElement)
  const dialog = await findDialog('Add redirect')
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText(/^Old path/)))
  await user.keyboard('{Escape}')
  await countDialogs(0)
  await waitFor(() => expect(document.activeElement).toBe(opener))
})

import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Order } from '#contract/order/order.ts'
import { createOrderEvent } from '../../../server/order/fulfillment/order-event.ts'
import { createOrderTester, exampleAddress } from '../../../server/testing/subject/order-testing.ts'
import { startTestApp, type TestApp } from '../../../server/testing/testing.ts'
import { renderApp } from '../../testing/testing.tsx'

let app: TestApp
let tester: ReturnType<typeof createOrderTester>
beforeAll(async () => {
  app = await startTestApp()
  tester = createOrderTester(app)
})
afterAll(() => app.close())
afterEach(cleanup)

const openParcelMenu = async (number: string) =>
  userEvent.click(await screen.findByRole('button', { name: `Actions for ${number}` }))
const listParcelUnits = async (id: string) =>
  (await tester.getOrder(id)).fulfillments.map(({ status, lines }) => [
    status,
    lines.reduce((units, { quantity }) => units + quantity, 0),
  ])

test('staff split a packed parcel and merge it again', async () => {
  const plate = await tester.createProduct({ title: 'Plate' })
  const order: Order = await tester.createOrderData({
    lines: [{ variant: plate.variant, quantity: 3 }],
  })
  await tester.applyChange(order, { kind: 'createParcel', status: 'packed' })
  await renderApp(app, `/apps/order/orderDetail/${order._id}`)
  const [first, second] = [`${order.number}-F1`, `${order.number}-F2`]
  await openParcelMenu(first)
  expect(screen.queryByRole('menuitem', { name: 'Merge parcel' })).toBeNull()
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Split parcel' }))
  const dialog = within(await screen.findByRole('dialog'))
  const quantity = await dialog.findByRole('textbox', { name: 'Quantity of Plate' })
  dialog.getByText('3 packed')
  await userEvent.clear(quantity)
  await userEvent.type(quantity, '3')
  await userEvent.click(dialog.getByRole('button', { name: 'Split parcel' }))
  await screen.findByText(/Each of the two parcels needs at least 1/)
  expect(await listParcelUnits(order._id)).toEqual([['packed', 3]])
  await userEvent.clear(quantity)
  await userEvent.type(quantity, '1')
  await dialog.findByText(second)
  await dialog.findByText('Packed · 1 item')
  dialog.getByText('Packed · 2 items')
  await userEvent.click(dialog.getByRole('button', { name: 'Split parcel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await openParcelMenu(second)
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Merge parcel' }))
  const mergeDialog = within(await screen.findByRole('dialog'))
  await mergeDialog.findByText('Packed · 3 items')
  mergeDialog.getByText('Canceled')
  expect(await listParcelUnits(order._id)).toEqual([
    ['packed', 2],
    ['packed', 1],
  ])
  await userEvent.click(mergeDialog.getByRole('button', { name: 'Merge parcel' }))
  await waitFor(async () =>
    expect(await listParcelUnits(order._id)).toEqual([
      ['packed', 3],
      ['cancelled', 1],
    ]),
  )
  const merged = (await screen.findByText(`Merged into ${first}`)).closest('[data-canceled]')
  expect(merged?.textContent).toContain(second)
  expect(merged?.textContent).not.toMatch(/Plate|1 item|Canceled/)
})

test('the dialog of a parcel shows what it packs, what is left and the email', async () => {
  const plate = await tester.createProduct({ title: 'Plate' })
  const order: Order = await tester.createOrderData({
    customer: { name: 'Ada Byron', email: 'ada@example.com' },
    shippingAddress: exampleAddress,
    lines: [{ variant: plate.variant, quantity: 3 }],
  })
  await app.inStore(tx => createOrderEvent(tx, order._id, 'payment_link_created'))
  const before = await app.changes()
  await renderApp(app, `/apps/order/orderDetail/${order._id}?do=parcel`)
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByText('In transit · 3 items')
  dialog.getByText('Order shipped')
  const quantity = dialog.getByRole('textbox', { name: 'Quantity of Plate' })
  await userEvent.clear(quantity)
  await userEvent.type(quantity, '1')
  await dialog.findByText('In transit · 1 item')
  const left = dialog.getByText('Left to pack')
  expect(left.nextElementSibling?.textContent).toBe('2')
  await userEvent.click(dialog.getByRole('switch', { name: 'Email the customer' }))
  await dialog.findByText('None')
  expect(await app.changes()).toBe(before)
})

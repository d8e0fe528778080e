import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Order } from '#contract/order/order.ts'
import { createOrderTester } from '../../../server/testing/subject/order-testing.ts'
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
  expect(screen.queryByRole('menuitem', { name: /^Merge into/ })).toBeNull()
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
  await userEvent.click(dialog.getByRole('button', { name: 'Split parcel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await openParcelMenu(second)
  await userEvent.click(await screen.findByRole('menuitem', { name: `Merge into ${first}` }))
  await waitFor(async () =>
    expect(await listParcelUnits(order._id)).toEqual([
      ['packed', 3],
      ['cancelled', 1],
    ]),
  )
})

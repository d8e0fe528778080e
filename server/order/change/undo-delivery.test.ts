import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Order } from '#contract/order/order.ts'
import type { OrderChange } from '#contract/order/order-change.ts'
import type { FulfillmentState } from '#contract/order/order-state.ts'
import { listMailsTo } from '../../testing/list-mails.ts'
import { createOrderTester } from '../../testing/subject/order-testing.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'

let t: TestApp
let tester: ReturnType<typeof createOrderTester>
let variant: string
beforeAll(async () => {
  t = await startTestApp()
  tester = createOrderTester(t)
  variant = (await tester.createProduct({ title: 'Mug', stock: 1000 })).variant
})
afterAll(() => t.close())

const ship = (order: Order, quantity = 1): OrderChange => ({
  kind: 'createParcel',
  status: 'shipped',
  lines: [{ line: order.lines[0]?._id ?? '', quantity }],
  isNotified: false,
})
/** Returns an order of the storefront, whose customer gets emails, with a parcel of each quantity on its way. */
async function createShippedOrder({ email = 'ada@example.com', quantities = [1] } = {}) {
  const { _id } = await tester.createOrderData({
    customer: { name: 'Ada', email },
    lines: [{ variant, quantity: quantities.reduce((sum, quantity) => sum + quantity) }],
  })
  await t.inStore(tx => tx`update "order" set cart_hash = sha256(${_id}::bytea) where id = ${_id}`)
  let order = await tester.getOrder(_id)
  for (const quantity of quantities) order = await tester.makeChange(order, ship(order, quantity))
  return order
}
const moveParcel = (
  order: Order,
  index: number,
  status: FulfillmentState,
  rest: object = { isNotified: false },
): Promise<Order> =>
  tester.makeChange(order, {
    kind: 'updateParcel',
    parcel: order.fulfillments[index]?._id ?? '',
    status,
    ...rest,
  })
const listStates = ({ fulfillments }: Order) => fulfillments.map(({ status }) => status)
const setStatus = (order: Order, status: Order['status'], isNotified?: boolean) =>
  tester.makeChange(order, {
    kind: 'changeStatus',
    status,
    ...(isNotified !== undefined && { isNotified }),
  })
const countMails = async (email: string) => {
  await t.runJobs()
  return (await listMailsTo(t, email)).length
}

test('the customer gets no email about the shipment when the delivery of an order is undone', async () => {
  const email = 'order@undone.example'
  const delivered = await setStatus(await createShippedOrder({ email }), 'delivered', false)
  const change = { kind: 'changeStatus', status: 'shipped' } as const
  expect((await tester.previewChange(delivered, change)).body.data.emails).toEqual([])
  expect(await setStatus(delivered, 'shipped')).toMatchObject({
    status: 'shipped',
    fulfillments: [{ status: 'shipped' }],
  })
  expect(await countMails(email)).toBe(0)
})

test.each(['delivered', 'lost'] as const)(
  'the customer gets no email about the shipment of a parcel that was %s by mistake',
  async status => {
    const email = `${status}@undone.example`
    const order = await moveParcel(await createShippedOrder({ email }), 0, status)
    const undone = await moveParcel(order, 0, 'shipped', {})
    expect(listStates(undone)).toEqual(['shipped'])
    expect(await countMails(email)).toBe(0)
    // The new number is emailed as such.
    const again = await moveParcel(undone, 0, status)
    const tracked = await moveParcel(again, 0, 'shipped', { tracking: { number: 'NEW-1' } })
    expect(tracked.fulfillments).toMatchObject([{ trackingNumber: 'NEW-1' }])
    expect(await countMails(email)).toBe(1)
    const [mail = ''] = await listMailsTo(t, email)
    expect(mail).toMatch(/^Subject: .*new tracking details/m)
  },
)

test('the end of a hold sends no email about units that were shipped before', async () => {
  const email = 'hold@undone.example'
  const order = await createShippedOrder({ email })
  await t.inStore(
    tx => tx`
      update "order" set status = 'on_hold', previous_status = 'processing' where id = ${order._id}`,
  )
  expect(await setStatus(order, 'processing')).toMatchObject({ status: 'shipped' })
  expect(await countMails(email)).toBe(0)
})

test('a parcel that was packed again is emailed when it is shipped', async () => {
  const email = 'packed@undone.example'
  const packed = await moveParcel(await createShippedOrder({ email }), 0, 'packed', {})
  expect(await countMails(email)).toBe(0)
  await moveParcel(packed, 0, 'shipped', {})
  expect(await countMails(email)).toBe(1)
})

test('the delivery of an order is undone without parcels that arrived earlier', async () => {
  const shipped = await createShippedOrder({ quantities: [1, 2, 3] })
  const first = await moveParcel(shipped, 1, 'delivered')
  const delivered = await setStatus(first, 'delivered', false)
  expect(listStates(delivered)).toEqual(['delivered', 'delivered', 'delivered'])
  const undone = await setStatus(delivered, 'shipped')
  expect(listStates(undone)).toEqual(['shipped', 'delivered', 'shipped'])
  expect(undone.fulfillments[1]?.deliveredAt).toBe(first.fulfillments[1]?.deliveredAt)
  expect(undone).toMatchObject({ status: 'shipped', fulfillmentStatus: 'partially_delivered' })
  const again = await moveParcel(await moveParcel(undone, 0, 'delivered'), 2, 'delivered')
  expect(again.status).toBe('delivered')
  expect(listStates(await setStatus(again, 'shipped'))).toEqual([
    'delivered',
    'delivered',
    'shipped',
  ])
})

test('the last delivery is undone if the order was delivered later by the removal of units', async () => {
  const { _id } = await tester.createOrderData({ lines: [{ variant, quantity: 3 }] })
  let order = await tester.getOrder(_id)
  for (const index of [0, 1]) {
    order = await tester.makeChange(order, ship(order))
    order = await moveParcel(order, index, 'delivered')
  }
  order = await tester.makeChange(order, {
    kind: 'editItems',
    lines: order.lines.map(({ _id: line }) => ({ line, quantity: 2 })),
  })
  expect(order.status).toBe('delivered')
  expect(listStates(await setStatus(order, 'shipped'))).toEqual(['delivered', 'shipped'])
})

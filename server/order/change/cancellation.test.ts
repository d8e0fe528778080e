import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Order } from '#contract/order/order.ts'
import { type OrderChangeOf, orderChangeApi } from '#contract/order/order-change.ts'
import { discountApi } from '#contract/product/discount.ts'
import { createOrderTester } from '../../testing/subject/order-testing.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'

let t: TestApp
let tester: ReturnType<typeof createOrderTester>
beforeAll(async () => {
  t = await startTestApp({ DATABASE_POOL_SIZE: '10' })
  tester = createOrderTester(t)
})
afterAll(() => t.close())

const cancellation: OrderChangeOf<'changeStatus'> = {
  kind: 'changeStatus',
  status: 'cancelled',
  reason: 'stock',
}
/** The page of the order makes its customer get emails. */
const createOrder = async (body: object = {}): Promise<{ order: Order; variant: string }> => {
  const { variant } = await tester.createProduct({ stock: 10 })
  const order = await tester.createOrderData({
    lines: [{ variant, quantity: 3 }],
    customer: { email: 'ada@example.com' },
    ...body,
  })
  await t.inStore(
    tx => tx`insert into order_event (order_id, type) values (${order._id}, 'payment_link_sent')`,
  )
  return { order, variant }
}
const getUses = async (id: string) =>
  (await t.call('owner', discountApi.get, { params: { id } })).body.data.usedCount

test('a cancellation is previewed with its stock, discount, refund and emails', async () => {
  const discount = await t.call('owner', discountApi.create, {
    body: { name: 'Spring sale', percentage: 10, code: 'TEN' },
  })
  const discountId = discount.body.data._id
  const { order, variant } = await createOrder({ discountCode: 'TEN', paidWith: 'bank' })
  const before = await t.changes()
  const change = { ...cancellation, refund: { method: 'bank' as const } }
  const preview = await tester.previewChange(order, change)
  expect(preview.body.data).toMatchObject({
    stock: [{ variant, delta: 3, stockAfter: 10 }],
    discounts: [{ name: 'Spring sale', code: 'TEN' }],
    refund: { amount: 2700 },
    emails: ['cancelled', 'refunded'],
    order: { status: 'cancelled', paymentStatus: 'refunded', balance: 0 },
  })
  expect(await t.changes()).toBe(before)
  expect([await getUses(discountId), await tester.getStock(variant)]).toEqual([1, 7])

  const canceled: Order = (await tester.applyChange(order, change)).body.data
  expect(canceled).toMatchObject({
    status: 'cancelled',
    cancelReason: 'stock',
    version: order.version + 1,
    refunds: [{ reason: 'out_of_stock', additionalAmount: 2700, amount: 2700 }],
    payments: [{ kind: 'payment' }, { kind: 'refund', method: 'bank', amount: 2700 }],
  })
  expect(canceled.timeline.slice(-2)).toMatchObject([
    { type: 'refunded', actor: 'Test owner', hasDetails: false },
    { type: 'status_changed', actor: 'Test owner', hasDetails: true },
  ])
  expect([await getUses(discountId), await tester.getStock(variant)]).toEqual([0, 10])
})

test('a cancellation without a refund leaves the paid amount due to the customer', async () => {
  const { order } = await createOrder({ paidWith: 'bank' })
  const preview = await tester.previewChange(order, cancellation)
  expect(preview.body.data).toMatchObject({ refund: null, emails: ['cancelled'] })
  const { body } = await tester.applyChange(order, { ...cancellation, isNotified: false })
  expect(body.data).toMatchObject({ status: 'cancelled', balance: -3000, refunds: [] })
  const jobs = await t.inStore(
    tx => tx`select from payment where order_id = ${order._id} and kind = 'refund'`,
  )
  expect(jobs).toEqual([])
})

test('a preview lists no email that is off or has no recipient', async () => {
  const { order } = await createOrder({ customer: undefined })
  expect((await tester.previewChange(order, cancellation)).body.data.emails).toEqual([])
  const { order: silenced } = await createOrder()
  await t.inStore(tx => tx`insert into order_mail (kind, is_enabled) values ('cancelled', false)`)
  expect((await tester.previewChange(silenced, cancellation)).body.data.emails).toEqual([])
  await t.inStore(tx => tx`delete from order_mail`)
})

test('the event of a status change opens the order before and after it', async () => {
  const { order } = await createOrder()
  const confirmed: Order = (await tester.updateStatus(order._id, 'accepted')).body.data
  const id = confirmed.timeline.at(-1)?._id ?? ''
  const { body } = await t.call('owner', orderChangeApi.getChange, { params: { id } })
  expect(body.data).toMatchObject({
    before: { status: 'pending', fulfillmentStatus: 'unfulfilled' },
    after: { status: 'confirmed', fulfillmentStatus: 'unfulfilled' },
  })
})

test('an event that leaves the order as it is has nothing to open', async () => {
  const { order } = await createOrder()
  const shipped = await tester.makeChange(order, { kind: 'createParcel', status: 'shipped' })
  expect(shipped.timeline.at(-1)?.hasDetails).toBe(true)
  const line = order.lines[0]?._id ?? ''
  const requested = await tester.makeChange(shipped, {
    kind: 'createReturn',
    status: 'requested',
    wish: 'refund',
    lines: [{ line, quantity: 1, reason: 'unwanted' }],
  })
  const { _id: id = '', type, hasDetails } = requested.timeline.at(-1) ?? {}
  expect([type, hasDetails]).toEqual(['return_requested', false])
  const reply = await t.call('owner', orderChangeApi.getChange, { params: { id } })
  expect(reply.status).toBe(404)
})

test('a cancellation of another version is rejected with the order as it is', async () => {
  const { order, variant } = await createOrder()
  await tester.updateStatus(order._id, 'confirmed')
  const before = await t.changes()
  const reply = await tester.applyChange(order, cancellation)
  expect([reply.status, reply.body]).toMatchObject([
    409,
    { code: 'version_conflict', data: { status: 'confirmed', version: order.version + 1 } },
  ])
  expect(await t.changes()).toBe(before)
  expect(await tester.getStock(variant)).toBe(7)
})

test('a repeated cancellation with the same key is applied once', async () => {
  const { order, variant } = await createOrder({ paidWith: 'bank' })
  const change = { ...cancellation, refund: { method: 'bank' as const } }
  const headers = { 'idempotency-key': `cancel ${order._id}` }
  const replies = [
    await tester.applyChange(order, change, headers),
    await tester.applyChange(order, change, headers),
  ]
  expect(replies.map(({ status }) => status)).toEqual([200, 200])
  expect((await tester.getOrder(order._id)).refundedTotal).toBe(3000)
  expect(await tester.getStock(variant)).toBe(10)
})

test.each([
  ['without a reason', { status: 'cancelled' as const }, 'cancel_reason_missing'],
  ['a hold without a reason', { status: 'on_hold' as const }, 'hold_reason_missing'],
])(
  'a cancellation %s is rejected at the field and nothing is written',
  async (_case, rest, code) => {
    const { order } = await createOrder()
    const before = await t.changes()
    const { status, body } = await tester.previewChange(order, { kind: 'changeStatus', ...rest })
    expect([status, body.errors]).toMatchObject([422, [{ path: 'change.reason', code }]])
    expect(await t.changes()).toBe(before)
  },
)

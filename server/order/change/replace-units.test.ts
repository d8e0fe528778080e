import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Order } from '#contract/order/order.ts'
import type { OrderChange, OrderChangeOf } from '#contract/order/order-change.ts'
import { createOrderTester, exampleAddress } from '../../testing/subject/order-testing.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'

let t: TestApp
let tester: ReturnType<typeof createOrderTester>
beforeAll(async () => {
  t = await startTestApp()
  tester = createOrderTester(t)
})
afterAll(() => t.close())

async function createShippedOrder(stock = 5): Promise<{ order: Order; variant: string }> {
  const { variant } = await tester.createProduct({ stock })
  const order = await tester.createOrderData({
    customer: { name: 'Ada Byron', email: 'ada@example.com' },
    shippingAddress: exampleAddress,
    lines: [{ variant, quantity: 3, unitPrice: 1000 }],
    paidWith: 'bank',
  })
  const change: OrderChange = { kind: 'createParcel', status: 'shipped' }
  return { order: (await tester.applyChange(order, change)).body.data, variant }
}
const toReplacement = (order: Order, ...quantities: number[]): OrderChangeOf<'replaceUnits'> => ({
  kind: 'replaceUnits',
  lines: quantities.map(quantity => ({ line: order.lines[0]?._id ?? '', quantity })),
  reason: 'not_delivered',
})

test('lost units are sent again by a linked order without payment', async () => {
  const { order, variant } = await createShippedOrder()
  const change = toReplacement(order, 2)
  const { body } = await tester.previewChange(order, change)
  expect(body.data).toMatchObject({
    newOrder: { total: 0, due: 0 },
    stock: [{ variant, delta: -2, stockAfter: 0 }],
  })
  const replaced: Order = (await tester.applyChange(order, change)).body.data
  expect(replaced).toMatchObject({ paidTotal: 3000, refundedTotal: 0, balance: 0 })
  const [reference] = replaced.followingOrders
  expect(replaced.timeline.at(-1)).toMatchObject({
    type: 'units_replaced',
    data: { order: reference?.number, units: 2 },
  })
  expect(await tester.getOrder(reference?._id ?? '')).toMatchObject({
    originalOrder: { _id: order._id },
    lines: [{ variant, quantity: 2, unitPrice: 0 }],
    shippingAddress: exampleAddress,
    total: 0,
    balance: 0,
    fulfillmentStatus: 'unfulfilled',
  })
  expect(await tester.getStock(variant)).toBe(0)
})

test.each<[string, number[], number, string]>([
  ['more units than were shipped', [4], 422, 'return_too_big'],
  ['a line twice', [1, 1], 422, 'not_found'],
  ['no units', [0], 422, 'return_empty'],
  ['units that are not in stock', [3], 409, 'insufficient_stock'],
])('a replacement of %s is refused and nothing is written', async (_, quantities, status, code) => {
  const { order } = await createShippedOrder()
  const before = await t.changes()
  const reply = await tester.applyChange(order, toReplacement(order, ...quantities))
  expect([reply.status, reply.body.code]).toEqual([status, code])
  expect(await t.changes()).toBe(before)
})

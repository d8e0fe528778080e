import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Order, orderApi } from '#contract/order/order.ts'
import { type OrderChange, orderChangeApi } from '#contract/order/order-change.ts'
import { createOrderTester } from '../../testing/subject/order-testing.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'

let t: TestApp
let tester: ReturnType<typeof createOrderTester>
let variant: string
beforeAll(async () => {
  t = await startTestApp()
  tester = createOrderTester(t)
  variant = (await tester.createProduct({ title: 'Mug' })).variant
})
afterAll(() => t.close())

/** Returns an order of 3 units whose parcel of 2 units was canceled. */
async function createCanceledParcel(status: 'packed' | 'shipped' = 'packed') {
  const order = await tester.createOrderData({ lines: [{ variant, quantity: 3 }] })
  const lines = [{ line: order.lines[0]?._id ?? '', quantity: 2 }]
  const packed = await tester.makeChange(order, {
    kind: 'createParcel',
    status,
    lines,
    box: 'Small',
  })
  const parcel = packed.fulfillments[0]?._id ?? ''
  const canceled = await tester.makeChange(packed, {
    kind: 'updateParcel',
    parcel,
    status: 'cancelled',
  })
  return { order: canceled, parcel }
}
const restore = (parcel: string): OrderChange => ({
  kind: 'updateParcel',
  parcel,
  status: 'packed',
})
/** Asserts that restoring a parcel is rejected and writes nothing. */
async function expectRefusal(order: Order, parcel: string, code: string) {
  const reply = await tester.applyChange(order, restore(parcel))
  expect([reply.status, reply.body.code]).toEqual([409, code])
  expect(await tester.getOrder(order._id)).toEqual(order)
}

test.each(['packed', 'shipped'] as const)(
  'a canceled parcel that was %s is packed again',
  async status => {
    const { order, parcel } = await createCanceledParcel(status)
    const restored = await tester.makeChange(order, restore(parcel))
    expect(restored).toMatchObject({
      fulfillmentStatus: 'unfulfilled',
      lines: [{ fulfilledQuantity: 0 }],
      fulfillments: [{ status: 'packed', shippedAt: null, box: 'Small', lines: [{ quantity: 2 }] }],
    })
    expect(restored.timeline.at(-1)).toMatchObject({
      type: 'parcel_restored',
      data: { fulfillment: `${order.number}-F1`, units: 2 },
    })
  },
)

test('a parcel is not restored while its units are in another one', async () => {
  const { order, parcel } = await createCanceledParcel()
  const packed = await tester.makeChange(order, { kind: 'createParcel', status: 'packed' })
  await expectRefusal(packed, parcel, 'parcel_units_taken')
  const other = packed.fulfillments[1]?._id ?? ''
  const canceled = await tester.makeChange(packed, {
    kind: 'updateParcel',
    parcel: other,
    status: 'cancelled',
  })
  await tester.makeChange(canceled, restore(parcel))
})

test('a parcel is not restored if its units left the order or the order is not open', async () => {
  const { order, parcel } = await createCanceledParcel()
  const line = order.lines[0]?._id ?? ''
  const { body } = await t.call('owner', orderApi.addPayment, {
    params: { id: order._id },
    body: { amount: order.total, method: 'cash' },
  })
  const edited = await tester.makeChange(body.data, {
    kind: 'refund',
    lines: [{ line, quantity: 2, disposition: 'restock' }],
    shipping: 0,
    fee: 0,
    additionalAmount: 0,
    reason: 'out_of_stock',
  })
  await expectRefusal(edited, parcel, 'parcel_units_taken')

  const other = await createCanceledParcel()
  await tester.updateStatus(other.order._id, 'cancelled')
  await expectRefusal(await tester.getOrder(other.order._id), other.parcel, 'order_not_shippable')
})

test('a merged parcel is not restored, and a canceled one only gets packed', async () => {
  const order = await tester.createOrderData({ lines: [{ variant, quantity: 2 }] })
  const lines = [{ line: order.lines[0]?._id ?? '', quantity: 1 }]
  const first = await tester.makeChange(order, { kind: 'createParcel', status: 'packed', lines })
  const packed = await tester.makeChange(first, { kind: 'createParcel', status: 'packed' })
  const [parcel = '', into = ''] = packed.fulfillments.map(({ _id }) => _id)
  const merged = await tester.makeChange(packed, { kind: 'mergeParcels', parcel, into })
  await expectRefusal(merged, parcel, 'parcel_units_taken')
  for (const change of [{ status: 'shipped' as const }, { note: 'Late' }]) {
    const reply = await tester.applyChange(merged, { kind: 'updateParcel', parcel, ...change })
    expect(reply.body.code).toBe('shipment_canceled')
  }
  expect(await tester.getOrder(order._id)).toEqual(merged)
})

test('two calls at once restore a parcel or pack its units, not both', async () => {
  const { order, parcel } = await createCanceledParcel()
  const replies = await Promise.all([
    tester.applyChange(order, restore(parcel)),
    tester.applyChange(order, { kind: 'createParcel', status: 'packed' }),
  ])
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

test('the boxes of recent parcels are suggested, the last one first', async () => {
  for (const box of ['Small', 'Large', 'Small', '']) {
    const order = await tester.createOrderData({ lines: [{ variant, quantity: 1 }] })
    await tester.makeChange(order, { kind: 'createParcel', status: 'packed', box, weight: 400 })
  }
  const { body } = await t.call('owner', orderChangeApi.listBoxes)
  expect(body.data).toEqual(['Small', 'Large'])
  expect((await t.call('stranger', orderChangeApi.listBoxes)).body.data).toEqual([])
})

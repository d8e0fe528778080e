import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Order } from '#contract/order/order.ts'
import type { OrderChange, OrderChangeOf } from '#contract/order/order-change.ts'
import { createOrderTester } from '../../testing/subject/order-testing.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'

let t: TestApp
let tester: ReturnType<typeof createOrderTester>
beforeAll(async () => {
  t = await startTestApp()
  tester = createOrderTester(t)
})
afterAll(() => t.close())

const getLine = ({ lines }: Order) => lines[0]?._id ?? ''
const ship = (order: Order, quantity: number) =>
  tester.makeChange(order, {
    kind: 'createParcel',
    status: 'shipped',
    lines: [{ line: getLine(order), quantity }],
  })
const changeStatus = (status: 'on_hold' | 'processing' | 'cancelled'): OrderChange => ({
  kind: 'changeStatus',
  status,
  reason: 'other',
})
const toRefund = (
  order: Order,
  quantity: number,
  rest: Partial<OrderChangeOf<'refund'>> = {},
): OrderChangeOf<'refund'> => ({
  kind: 'refund',
  lines: [{ line: getLine(order), quantity, disposition: 'restock' }],
  reason: 'other',
  ...rest,
})

const hasShippingTime = ({ _id }: Order) =>
  t.inStore(async tx => {
    const rows = await tx`select from "order" where id = ${_id} and shipped_at is not null`
    return rows.length === 1
  })

/** Puts a paid order of 3 units on hold after some of them were shipped. */
async function createHeldOrder(shipped: number): Promise<{ order: Order; variant: string }> {
  const { variant } = await tester.createProduct({ stock: 10 })
  const order = await tester.createOrderData({
    lines: [{ variant, quantity: 3, unitPrice: 1000 }],
    paidWith: 'bank',
  })
  const processing = shipped > 0 ? await ship(order, shipped) : order
  return { order: await tester.makeChange(processing, changeStatus('on_hold')), variant }
}

test('an order on hold with shipped units is not canceled, and nothing is written', async () => {
  const { order, variant } = await createHeldOrder(2)
  expect(order).toMatchObject({ status: 'on_hold', allowedTransitions: ['processing'] })
  const before = await t.changes()
  const reply = await tester.applyChange(order, {
    ...changeStatus('cancelled'),
    refund: {},
  } as OrderChange)
  expect([reply.status, reply.body.code]).toEqual([409, 'illegal_transition'])
  expect(await t.changes()).toBe(before)
  expect(await tester.getStock(variant)).toBe(7)
})

test('an order on hold without shipped units is canceled', async () => {
  const { order, variant } = await createHeldOrder(0)
  expect(await tester.makeChange(order, changeStatus('cancelled'))).toMatchObject({
    status: 'cancelled',
  })
  expect(await tester.getStock(variant)).toBe(10)
})

test('a hold ends once the open units are removed, and the shipped ones remain', async () => {
  const { order, variant } = await createHeldOrder(2)
  const shipped = await tester.makeChange(order, toRefund(order, 1))
  expect(shipped).toMatchObject({
    status: 'shipped',
    refundedTotal: 1000,
    fulfillmentStatus: 'fulfilled',
    lines: [{ removedQuantity: 1, returnedQuantity: 0 }],
  })
  expect(await hasShippingTime(order)).toBe(true)
  expect(shipped.allowedTransitions).toEqual(['delivered', 'returned', 'processing'])
  expect(await tester.getStock(variant)).toBe(8)
})

test('an order whose open units were removed on hold is returned with its last units', async () => {
  const { order, variant } = await createHeldOrder(2)
  const returning = await tester.makeChange(order, {
    kind: 'createReturn',
    status: 'accepted',
    lines: [{ line: getLine(order), quantity: 2, reason: 'unwanted' }],
    wish: 'refund',
  })
  const received = await tester.makeChange(returning, {
    kind: 'receiveReturn',
    return: returning.returns[0]?._id ?? '',
    lines: [{ line: getLine(order), quantity: 2, condition: 'good', isRestocked: true }],
  })
  expect(received.status, 'a unit is open').toBe('on_hold')
  expect(await tester.makeChange(received, toRefund(order, 1))).toMatchObject({
    status: 'returned',
    returnProgress: 'returned',
  })
  expect(await tester.getStock(variant)).toBe(10)
})

test('an order on hold whose shipped units were lost and refunded is completed', async () => {
  const { order } = await createHeldOrder(2)
  const parcel = order.fulfillments[0]?._id ?? ''
  const lost = await tester.makeChange(order, { kind: 'updateParcel', parcel, status: 'lost' })
  expect(lost.status).toBe('on_hold')
  const removed = await tester.makeChange(lost, toRefund(order, 1))
  expect(removed.status).toBe('shipped')
  const kept = toRefund(order, 2, {
    lines: [{ line: getLine(order), quantity: 2, disposition: 'keep' }],
    reason: 'not_delivered',
  })
  expect(await tester.makeChange(removed, kept)).toMatchObject({
    status: 'completed',
    refundedTotal: 3000,
  })
})

test('the release of an order without open units gives it the status of its parcels', async () => {
  const { order } = await createHeldOrder(2)
  const shipped = await tester.makeChange(order, toRefund(order, 1))
  // As an order that was put on hold before a hold ended with the last open unit.
  await t.inStore(
    tx => tx`
      update "order" set status = 'on_hold', previous_status = 'processing', shipped_at = null
      where id = ${order._id}`,
  )
  const held = await tester.getOrder(shipped._id)
  expect(held.allowedTransitions).toEqual(['processing'])
  const released = await tester.makeChange(held, changeStatus('processing'))
  expect(released.status).toBe('shipped')
  expect(await hasShippingTime(order)).toBe(true)
})

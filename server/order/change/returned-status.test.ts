import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Order, orderApi } from '#contract/order/order.ts'
import { orderArchiveApi } from '#contract/order/order-archive.ts'
import type { OrderChange, OrderChangeOf } from '#contract/order/order-change.ts'
import { listRefundableUnits } from '#contract/order/returnable-units.ts'
import { createOrderTester } from '../../testing/subject/order-testing.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'
import { findOrderPage } from '../page/load-order-page.ts'

let t: TestApp
let tester: ReturnType<typeof createOrderTester>
beforeAll(async () => {
  t = await startTestApp()
  tester = createOrderTester(t)
})
afterAll(() => t.close())

const getLine = ({ lines }: Order) => lines[0]?._id ?? ''
const toUnits = (order: Order, quantity: number) => [{ line: getLine(order), quantity }]
const createParcel = (order: Order, quantity: number): OrderChange => ({
  kind: 'createParcel',
  status: 'shipped',
  lines: toUnits(order, quantity),
})
const returned = { kind: 'changeStatus', status: 'returned' } as const

/** Creates a paid order of 4 units, which left in parcels of the given numbers of units. */
async function createShippedOrder(
  parcels: readonly number[],
  input: object = {},
): Promise<{ order: Order; variant: string }> {
  const { variant } = await tester.createProduct({ stock: 10 })
  let order = await tester.createOrderData({
    lines: [{ variant, quantity: 4, unitPrice: 1000 }],
    paidWith: 'bank',
    ...input,
  })
  for (const quantity of parcels)
    order = await tester.makeChange(order, createParcel(order, quantity))
  return { order, variant }
}

const toAmount = (additionalAmount: number): OrderChangeOf<'refund'> => ({
  kind: 'refund',
  lines: [],
  additionalAmount,
  reason: 'other',
})

/** Receives a return of units of a shipped order, before which the order can change. */
async function receiveReturn(quantity: number, input: object = {}, change?: OrderChange) {
  const { order } = await createShippedOrder([4], input)
  const accepted = await tester.makeChange(order, {
    kind: 'createReturn',
    status: 'accepted',
    lines: toUnits(order, quantity).map(unit => ({ ...unit, reason: 'unwanted' as const })),
    wish: 'refund',
  })
  const changed = change ? await tester.makeChange(accepted, change) : accepted
  const received = await tester.makeChange(changed, {
    kind: 'receiveReturn',
    return: accepted.returns[0]?._id ?? '',
    lines: toUnits(order, quantity).map(unit => ({
      ...unit,
      condition: 'good' as const,
      isRestocked: true,
    })),
  })
  return { received }
}

/** Loses the last parcel. */
const loseParcel = (order: Order) =>
  tester.makeChange(order, {
    kind: 'updateParcel',
    parcel: order.fulfillments.at(-1)?._id ?? '',
    status: 'lost',
  })

test('a returned order leaves its lost units out of the stock', async () => {
  const { order, variant } = await createShippedOrder([1, 3])
  const lost = await loseParcel(order)
  const { body } = await tester.previewChange(lost, returned)
  expect(body.data.stock).toMatchObject([{ delta: 1, stockAfter: 7 }])
  expect(await tester.makeChange(lost, returned)).toMatchObject({ status: 'returned' })
  expect(await tester.getStock(variant)).toBe(7)
})

test('the units of a returned order are refunded by line, once, and stay where they are', async () => {
  const { order, variant } = await createShippedOrder([4])
  const back = await tester.makeChange(order, returned)
  const toRefund = (quantity: number): OrderChange => ({
    kind: 'refund',
    lines: toUnits(order, quantity).map(unit => ({ ...unit, disposition: 'restock' as const })),
    reason: 'returned',
  })
  const refunded = await tester.makeChange(back, toRefund(1))
  expect(refunded).toMatchObject({ status: 'returned', refundedTotal: 1000 })
  expect(refunded.lines).toMatchObject([{ returnedQuantity: 4, removedQuantity: 0 }])
  expect(listRefundableUnits(refunded, { disposition: 'restock' })).toMatchObject([{ quantity: 3 }])
  const before = await t.changes()
  const tooMany = await tester.applyChange(refunded, toRefund(4))
  expect([tooMany.status, tooMany.body.errors[0].path]).toEqual([422, 'change.lines.0.quantity'])
  expect(await t.changes()).toBe(before)
  await tester.makeChange(refunded, toRefund(3))
  expect(await tester.getStock(variant)).toBe(10)
})

test('lost units are claimed or written off, but neither returned nor restocked', async () => {
  const { order, variant } = await createShippedOrder([1, 3])
  const lost = await loseParcel(order)
  const toReturn = (quantity: number): OrderChange => ({
    kind: 'createReturn',
    status: 'accepted',
    lines: toUnits(order, quantity).map(unit => ({ ...unit, reason: 'unwanted' as const })),
    wish: 'refund',
  })
  const toRefund = (disposition: 'restock' | 'write_off', quantity: number): OrderChange => ({
    kind: 'refund',
    lines: toUnits(order, quantity).map(unit => ({ ...unit, disposition })),
    reason: 'not_delivered',
  })
  const before = await t.changes()
  const returnOfLost = await tester.applyChange(lost, toReturn(2))
  expect([returnOfLost.status, returnOfLost.body.code]).toEqual([409, 'return_too_big'])
  const restocked = await tester.applyChange(lost, toRefund('restock', 2))
  expect([restocked.status, restocked.body.code]).toEqual([422, 'refund_units_too_many'])
  expect(await t.changes()).toBe(before)

  const writtenOff = await tester.makeChange(lost, toRefund('write_off', 1))
  const replaced = await tester.makeChange(writtenOff, {
    kind: 'replaceUnits',
    lines: toUnits(order, 2),
    reason: 'not_delivered',
  })
  // The unit of the other parcel can still come back.
  expect((await tester.applyChange(replaced, toReturn(2))).status).toBe(409)
  await tester.makeChange(replaced, toReturn(1))
  expect(await tester.getStock(variant)).toBe(4)
  const found = await tester.getOrder(order._id)
  expect(found.fulfillments).toMatchObject([{ status: 'shipped' }, { status: 'lost' }])
})

test('lost units that were written off are left out once', async () => {
  const { order, variant } = await createShippedOrder([2, 2])
  const lost = await loseParcel(order)
  const refunded = await tester.makeChange(lost, {
    kind: 'refund',
    lines: toUnits(order, 1).map(unit => ({ ...unit, disposition: 'write_off' as const })),
    reason: 'not_delivered',
  })
  await tester.makeChange(refunded, returned)
  expect(await tester.getStock(variant)).toBe(8)
})

test.each([
  ['lost', 'not_delivered'],
  ['broken', 'damaged'],
] as const)('a unit that was replaced because it was %s is left out', async (_, reason) => {
  const { order, variant } = await createShippedOrder([3, 1])
  const sent = reason === 'not_delivered' ? await loseParcel(order) : order
  const replaced = await tester.makeChange(sent, {
    kind: 'replaceUnits',
    lines: toUnits(order, 1),
    reason,
  })
  expect(await tester.getStock(variant), 'the replacement left').toBe(5)
  await tester.makeChange(replaced, returned)
  // Three units came back: all but the lost or broken one.
  expect(await tester.getStock(variant)).toBe(8)
})

test('a claimed unit that was refunded, and a missing one, are left out', async () => {
  const { order, variant } = await createShippedOrder([4])
  const claimed = await tester.makeChange(order, {
    kind: 'createClaim',
    status: 'accepted',
    lines: toUnits(order, 1).map(unit => ({ ...unit, reason: 'damaged' as const })),
    wish: 'refund',
  })
  const settled = await tester.makeChange(claimed, {
    kind: 'refund',
    return: claimed.returns[0]?._id ?? '',
    lines: toUnits(order, 1).map(unit => ({ ...unit, disposition: 'keep' as const })),
    reason: 'damaged',
  })
  const accepted = await tester.makeChange(settled, {
    kind: 'createReturn',
    status: 'accepted',
    lines: toUnits(order, 2).map(unit => ({ ...unit, reason: 'unwanted' as const })),
    wish: 'refund',
  })
  const [receivedUnit] = toUnits(order, 1).map(unit => ({ ...unit, isRestocked: true }))
  const received = await tester.makeChange(accepted, {
    kind: 'receiveReturn',
    return: accepted.returns[1]?._id ?? '',
    lines: (['good', 'missing'] as const).flatMap(condition =>
      receivedUnit ? [{ ...receivedUnit, condition }] : [],
    ),
  })
  await tester.makeChange(received, returned)
  expect(await tester.getStock(variant)).toBe(8)
})

test.each(['requested', 'accepted', 'in_transit'] as const)(
  'an order with a return that is %s is not returned, and nothing is written',
  async status => {
    const { order, variant } = await createShippedOrder([4])
    const requested = await tester.makeChange(order, {
      kind: 'createReturn',
      status: status === 'requested' ? status : 'accepted',
      lines: toUnits(order, 2).map(unit => ({ ...unit, reason: 'unwanted' as const })),
      wish: 'refund',
    })
    const id = requested.returns[0]?._id ?? ''
    const open =
      status === 'in_transit'
        ? await tester.makeChange(requested, { kind: 'updateReturn', return: id, status })
        : requested
    const before = await t.changes()
    const { status: code, body } = await tester.applyChange(open, returned)
    expect([code, body.code]).toEqual([409, 'status_return_open'])
    expect(body.message).toContain(`${order.number}-R1`)
    expect(await t.changes()).toBe(before)
    expect(await tester.getStock(variant)).toBe(6)
  },
)

test('an order whose return was settled or canceled is returned', async () => {
  for (const status of ['settled', 'canceled'] as const) {
    const { order, variant } = await createShippedOrder([4])
    const accepted = await tester.makeChange(order, {
      kind: 'createReturn',
      status: 'accepted',
      lines: toUnits(order, 2).map(unit => ({ ...unit, reason: 'unwanted' as const })),
      wish: 'refund',
    })
    const closed = await tester.makeChange(accepted, {
      kind: 'updateReturn',
      return: accepted.returns[0]?._id ?? '',
      status,
    })
    expect(await tester.makeChange(closed, returned)).toMatchObject({ status: 'returned' })
    expect(await tester.getStock(variant)).toBe(10)
  }
})

test.each<[string, OrderChange]>([
  ['the whole order is returned with a refund', { ...returned, refund: {} }],
  ['the whole paid amount is refunded', toAmount(4000)],
  ['all but a fee is refunded', { ...toAmount(4000), fee: 500 }],
])('a received return is settled when %s', async (_, change) => {
  const { received } = await receiveReturn(2)
  expect(received.returns).toMatchObject([{ status: 'received' }])
  const refunded = await tester.makeChange(received, change)
  expect(refunded.returns).toMatchObject([{ status: 'settled' }])
  expect(refunded.timeline.filter(({ type }) => type === 'return_settled')).toMatchObject([
    { data: { return: `${received.number}-R1` } },
  ])
})

test('a received return waits while a paid amount is left to refund', async () => {
  const { received } = await receiveReturn(2)
  const refunded = await tester.makeChange(received, toAmount(3999))
  expect(refunded.returns).toMatchObject([{ status: 'received' }])
  const unpaid = await receiveReturn(2, { paidWith: undefined })
  expect(unpaid.received.returns).toMatchObject([{ status: 'received' }])
})

test('a return that arrives after the whole amount was refunded is settled', async () => {
  const { received } = await receiveReturn(2, {}, toAmount(4000))
  expect(received.returns).toMatchObject([{ status: 'settled' }])
})

test('a return that was settled by hand before its units came is opened again', async () => {
  const { order, variant } = await createShippedOrder([4])
  const accepted = await tester.makeChange(order, {
    kind: 'createReturn',
    status: 'accepted',
    lines: toUnits(order, 2).map(unit => ({ ...unit, reason: 'unwanted' as const })),
    wish: 'refund',
  })
  const id = accepted.returns[0]?._id ?? ''
  const setStatus = (from: Order, status: 'settled' | 'accepted') =>
    tester.makeChange(from, { kind: 'updateReturn', return: id, status })
  const toReceipt = (quantity: number): OrderChange => ({
    kind: 'receiveReturn',
    return: id,
    lines: toUnits(order, quantity).map(unit => ({
      ...unit,
      condition: 'good' as const,
      isRestocked: true,
    })),
  })
  const reopened = await setStatus(await setStatus(accepted, 'settled'), 'accepted')
  expect(reopened.returns).toMatchObject([{ status: 'accepted' }])
  expect(reopened.timeline.at(-1)).toMatchObject({ type: 'return_reopened' })
  const received = await tester.makeChange(reopened, toReceipt(2))
  expect(await tester.getStock(variant)).toBe(8)
  const arrived = await setStatus(await setStatus(received, 'settled'), 'accepted')
  expect(arrived.returns).toMatchObject([{ status: 'received' }])
  const settled = await tester.makeChange(arrived, {
    kind: 'refund',
    return: id,
    lines: toUnits(order, 2).map(unit => ({ ...unit, disposition: 'keep' as const })),
    reason: 'returned',
  })
  expect(settled.returns).toMatchObject([{ status: 'settled' }])
  const before = await t.changes()
  const change: OrderChange = { kind: 'updateReturn', return: id, status: 'accepted' }
  const refused = await tester.applyChange(settled, change)
  expect([refused.status, refused.body.code]).toEqual([409, 'return_decided'])
  expect(await t.changes()).toBe(before)
})

test('the paid price of received units is due until they are refunded or the return is completed', async () => {
  const { received } = await receiveReturn(1)
  expect(received).toMatchObject({ paymentStatus: 'paid', balance: -1000, paidTotal: 4000 })
  const { _id: id = '' } = received.returns[0] ?? {}
  const loadPage = () => t.inStore(tx => findOrderPage(tx, received._id))
  expect(await loadPage()).toMatchObject({ balance: -1000, refundDue: 1000 })
  const goodwill = await tester.makeChange(received, { ...toAmount(400), method: 'bank' })
  expect(goodwill.balance).toBe(-600)
  const completed = await tester.makeChange(goodwill, {
    kind: 'updateReturn',
    return: id,
    status: 'settled',
  })
  expect(completed.balance).toBe(0)
  const { received: other } = await receiveReturn(3)
  const refunded = await tester.makeChange(other, {
    kind: 'refund',
    return: other.returns[0]?._id ?? '',
    lines: toUnits(other, 3).map(unit => ({ ...unit, disposition: 'keep' as const })),
    fee: 200,
    reason: 'returned',
    method: 'bank',
  })
  expect([other.balance, refunded.balance]).toEqual([-3000, 0])
  expect(await loadPage()).toMatchObject({ balance: 0, refundDue: 0 })
})

const complete = (order: Order, i: number): OrderChange => ({
  kind: 'updateReturn',
  return: order.returns[i]?._id ?? '',
  status: 'settled',
})

test('an order that was returned and completed without a refund owes nothing, and is archived', async () => {
  const { received } = await receiveReturn(4, { shippingTotal: 500 })
  expect(received).toMatchObject({ status: 'returned', total: 4500, balance: -4500 })
  const completed = await tester.makeChange(received, complete(received, 0))
  expect(completed).toMatchObject({ status: 'returned', balance: 0, paymentStatus: 'paid' })
  expect(await t.inStore(tx => findOrderPage(tx, received._id))).toMatchObject({ refundDue: 0 })
  const { body } = await t.call('owner', orderArchiveApi.bulkUpdateArchived, {
    body: { ids: [received._id], isArchived: true },
  })
  expect(body.data).toMatchObject({ done: 1, failed: 0 })
})

test('of an order that was returned, only what was completed without a refund is not due', async () => {
  const { received } = await receiveReturn(3, { shippingTotal: 500 })
  const completed = await tester.makeChange(received, complete(received, 0))
  expect(completed.balance).toBe(0)
  const rest = toUnits(received, 1)
  const accepted = await tester.makeChange(completed, {
    kind: 'createReturn',
    status: 'accepted',
    lines: rest.map(unit => ({ ...unit, reason: 'unwanted' as const })),
    wish: 'refund',
  })
  const returnedOrder = await tester.makeChange(accepted, {
    kind: 'receiveReturn',
    return: accepted.returns[1]?._id ?? '',
    lines: rest.map(unit => ({ ...unit, condition: 'good' as const, isRestocked: true })),
  })
  // The last unit and the shipping.
  expect(returnedOrder).toMatchObject({ status: 'returned', balance: -1500 })
})

test('what was paid above the total of a returned order is due, also without a refund for its units', async () => {
  const { received } = await receiveReturn(4)
  const { body } = await t.call('owner', orderApi.addPayment, {
    params: { id: received._id },
    body: { amount: 700, method: 'bank' },
  })
  const completed = await tester.makeChange(body.data, complete(received, 0))
  expect(completed).toMatchObject({ balance: -700, paymentStatus: 'overpaid' })
})

test.each([
  ['nothing', 0, 3000],
  ['less than the other units cost', 2000, 1000],
  ['more than the other units cost', 3500, -500],
])('with %s paid, only what was paid too much is due', async (_, amount, balance) => {
  const { received } = await receiveReturn(1, { paidWith: undefined })
  const { order } = await createShippedOrder([4], { paidWith: undefined })
  expect(received.balance).toBe(3000)
  if (amount === 0) return
  const { body } = await t.call('owner', orderApi.addPayment, {
    params: { id: order._id },
    body: { amount, method: 'bank' },
  })
  const accepted = await tester.makeChange(body.data, {
    kind: 'createReturn',
    status: 'accepted',
    lines: toUnits(order, 1).map(unit => ({ ...unit, reason: 'unwanted' as const })),
    wish: 'refund',
  })
  const after = await tester.makeChange(accepted, {
    kind: 'receiveReturn',
    return: accepted.returns[0]?._id ?? '',
    lines: toUnits(order, 1).map(unit => ({
      ...unit,
      condition: 'good' as const,
      isRestocked: true,
    })),
  })
  expect(after.balance).toBe(balance)
})

test('a declined return is accepted after all, unless its units are in another return', async () => {
  const { order } = await createShippedOrder([4])
  const request = {
    kind: 'createReturn',
    status: 'requested',
    lines: toUnits(order, 3).map(unit => ({ ...unit, reason: 'unwanted' as const })),
    wish: 'refund',
  } as const
  const requested = await tester.makeChange(order, request)
  const toStatus = (status: 'accepted' | 'declined' | 'canceled', { returns }: Order, i = 0) => ({
    kind: 'updateReturn' as const,
    return: returns[i]?._id ?? '',
    status,
  })
  const declined = await tester.makeChange(requested, toStatus('declined', requested))
  const again = await tester.makeChange(declined, request)
  const before = await t.changes()
  const refused = await tester.applyChange(again, toStatus('accepted', again))
  expect([refused.status, refused.body.code]).toEqual([409, 'return_decided'])
  expect(await t.changes()).toBe(before)
  const free = await tester.makeChange(again, toStatus('canceled', again, 1))
  const accepted = await tester.makeChange(free, toStatus('accepted', free))
  expect(accepted.returns).toMatchObject([{ status: 'accepted' }, { status: 'canceled' }])
})

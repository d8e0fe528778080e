import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Order } from '#contract/order/order.ts'
import type { OrderChange, OrderChangeOf } from '#contract/order/order-change.ts'
import { returnApi } from '#contract/order/order-return.ts'
import { createOrderTester } from '../../testing/subject/order-testing.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'

let t: TestApp
let tester: ReturnType<typeof createOrderTester>
beforeAll(async () => {
  t = await startTestApp()
  tester = createOrderTester(t)
})
afterAll(() => t.close())

/** Creates an order of three units, which were shipped. */
async function createShippedOrder(): Promise<Order> {
  const { variant } = await tester.createProduct({ stock: 20 })
  const order = await tester.createOrderData({
    customer: { name: 'Ada Byron', email: 'ada@example.com' },
    lines: [{ variant, quantity: 3, unitPrice: 1000 }],
    paidWith: 'bank',
  })
  return tester.makeChange(order, { kind: 'createParcel', status: 'shipped' })
}
const toUnits = (order: Order, quantity: number) => ({
  line: order.lines[0]?._id ?? '',
  quantity,
})
const toClaim = (
  order: Order,
  quantity: number,
  changes: Partial<OrderChangeOf<'createClaim'>> = {},
): OrderChangeOf<'createClaim'> => ({
  kind: 'createClaim',
  status: 'accepted',
  lines: [{ ...toUnits(order, quantity), reason: 'damaged' }],
  wish: 'replacement',
  ...changes,
})
const getClaimId = (order: Order) => order.returns.at(-1)?._id ?? ''
const toReplacement = (order: Order, quantity: number): OrderChangeOf<'replaceUnits'> => ({
  kind: 'replaceUnits',
  return: getClaimId(order),
  lines: [toUnits(order, quantity)],
  reason: 'damaged',
})
const toRefund = (order: Order, quantity: number): OrderChangeOf<'refund'> => ({
  kind: 'refund',
  return: getClaimId(order),
  lines: [{ ...toUnits(order, quantity), disposition: 'keep' }],
  reason: 'damaged',
})

/** Asserts that a change is rejected and writes nothing. */
async function expectRefusal(order: Order, change: OrderChange, status: number, code: string) {
  const before = await t.changes()
  const reply = await tester.applyChange(order, change)
  expect([reply.status, reply.body.code]).toEqual([status, code])
  expect(await t.changes()).toBe(before)
}

test('a claim is accepted and settled by a replacement order, and its units stay with the customer', async () => {
  const order = await createShippedOrder()
  const requested = await tester.makeChange(
    order,
    toClaim(order, 2, { status: 'requested', reason: 'Cracked' }),
  )
  expect(requested.returns).toMatchObject([
    {
      number: `${order.number}-C1`,
      kind: 'claim',
      status: 'requested',
      wish: 'replacement',
      reason: 'Cracked',
      lines: [{ quantity: 2, reason: 'damaged', replacedQuantity: 0 }],
    },
  ])
  await expectRefusal(requested, toReplacement(requested, 2), 409, 'return_transition')
  const accepted = await tester.makeChange(requested, {
    kind: 'updateReturn',
    return: getClaimId(requested),
    status: 'accepted',
  })
  const settled = await tester.makeChange(accepted, toReplacement(accepted, 2))
  expect(settled).toMatchObject({
    status: 'shipped',
    lines: [{ returnedQuantity: 0, replacedQuantity: 2 }],
    returns: [
      {
        status: 'settled',
        newOrders: [{ _id: settled.followingOrders[0]?._id }],
        lines: [{ replacedQuantity: 2, receivedQuantity: 0 }],
      },
    ],
  })
  expect(settled.timeline.slice(-3).map(({ type, data }) => [type, data['return']])).toEqual([
    ['claim_requested', `${order.number}-C1`],
    ['claim_accepted', `${order.number}-C1`],
    ['units_replaced', `${order.number}-C1`],
  ])
})

test('a claim is settled by replacements and refunds together', async () => {
  const order = await createShippedOrder()
  const accepted = await tester.makeChange(order, toClaim(order, 3))
  const replaced = await tester.makeChange(accepted, toReplacement(accepted, 1))
  expect(replaced.returns).toMatchObject([{ status: 'accepted' }])
  await expectRefusal(replaced, toRefund(replaced, 3), 422, 'refund_units_too_many')
  const refunded = await tester.makeChange(replaced, toRefund(replaced, 2))
  expect(refunded).toMatchObject({
    refundedTotal: 2000,
    status: 'shipped',
    lines: [{ returnedQuantity: 0, replacedQuantity: 1 }],
    returns: [{ status: 'settled', lines: [{ quantity: 3, replacedQuantity: 1 }] }],
  })
  expect(refunded.timeline.at(-1)?.data['return']).toBe(`${order.number}-C1`)
  await expectRefusal(refunded, toReplacement(refunded, 1), 409, 'return_transition')
})

test('units are claimed or returned once, unless the claim was declined or canceled', async () => {
  const order = await createShippedOrder()
  await expectRefusal(order, toClaim(order, 4), 409, 'return_too_big')
  await expectRefusal(order, toClaim(order, 0), 422, 'return_empty')
  const claimed = await tester.makeChange(order, toClaim(order, 2, { status: 'requested' }))
  await expectRefusal(claimed, toClaim(claimed, 2), 409, 'return_too_big')
  const line = claimed.lines[0]?._id ?? ''
  const toReturn: OrderChange = {
    kind: 'createReturn',
    status: 'accepted',
    lines: [{ line, quantity: 2, reason: 'defective' }],
    wish: 'refund',
  }
  await expectRefusal(claimed, toReturn, 409, 'return_too_big')
  const unclaimed: OrderChange = {
    kind: 'replaceUnits',
    lines: [{ line, quantity: 2 }],
    reason: 'damaged',
  }
  await expectRefusal(claimed, unclaimed, 422, 'return_too_big')
  const declined = await tester.makeChange(claimed, {
    kind: 'updateReturn',
    return: getClaimId(claimed),
    status: 'declined',
    answer: 'The photos show no damage.',
  })
  const returned = await tester.makeChange(declined, toReturn)
  expect(returned.returns.map(({ number }) => number)).toEqual([
    `${order.number}-C1`,
    `${order.number}-R2`,
  ])
  await expectRefusal(returned, toClaim(returned, 2), 409, 'return_too_big')
})

test('units whose price was refunded are not claimed', async () => {
  const order = await createShippedOrder()
  const { return: _, ...refund } = toRefund(order, 2)
  const refunded = await tester.makeChange(order, refund)
  await expectRefusal(refunded, toClaim(refunded, 2), 409, 'return_too_big')
  expect((await tester.applyChange(refunded, toClaim(refunded, 1))).status).toBe(200)
})

test.each(['write_off', 'restock', 'keep'] as const)(
  'units of an open claim or return are not refunded without it (%s)',
  async disposition => {
    const toUnitRefund = (order: Order, quantity: number): OrderChange => ({
      kind: 'refund',
      lines: [{ ...toUnits(order, quantity), disposition }],
      reason: 'damaged',
    })
    const order = await createShippedOrder()
    const claimed = await tester.makeChange(order, toClaim(order, 1))
    const returned = await tester.makeChange(claimed, {
      kind: 'createReturn',
      status: 'accepted',
      lines: [{ ...toUnits(order, 1), reason: 'defective' }],
      wish: 'refund',
    })
    await expectRefusal(returned, toUnitRefund(returned, 2), 422, 'refund_units_too_many')
    const refunded = await tester.makeChange(returned, toUnitRefund(returned, 1))
    expect(refunded.refundedTotal).toBe(1000)
    await expectRefusal(refunded, toUnitRefund(refunded, 1), 422, 'refund_units_too_many')
    await expectRefusal(refunded, toClaim(refunded, 1), 409, 'return_too_big')
  },
)

test('a claim is neither received, exchanged nor sent', async () => {
  const order = await createShippedOrder()
  const accepted = await tester.makeChange(order, toClaim(order, 1))
  const id = getClaimId(accepted)
  const line = order.lines[0]?._id ?? ''
  const variant = order.lines[0]?.variant ?? ''
  const receipt = { line, quantity: 1, condition: 'good', isRestocked: true } as const
  const changes: [OrderChange, string][] = [
    [{ kind: 'receiveReturn', return: id, lines: [receipt] }, 'return_not_receivable'],
    [
      { kind: 'exchangeReturn', return: id, lines: [{ variant, quantity: 1 }] },
      'return_transition',
    ],
    [{ kind: 'updateReturn', return: id, status: 'in_transit' }, 'return_transition'],
  ]
  for (const [change, code] of changes) await expectRefusal(accepted, change, 409, code)
})

test('units that are replaced at once have a settled claim', async () => {
  const order = await createShippedOrder()
  const { return: _, ...change } = toReplacement(order, 2)
  const replaced = await tester.makeChange(order, { ...change, note: 'Called today' })
  expect(replaced.returns).toMatchObject([
    {
      kind: 'claim',
      status: 'settled',
      wish: 'replacement',
      reason: 'Called today',
      lines: [{ quantity: 2, reason: 'damaged', replacedQuantity: 2 }],
    },
  ])
  await expectRefusal(replaced, toClaim(replaced, 2), 409, 'return_too_big')
})

test('the units of a claim that was settled by hand can be claimed and returned again', async () => {
  const order = await createShippedOrder()
  const accepted = await tester.makeChange(order, toClaim(order, 2))
  const refunded = await tester.makeChange(accepted, toRefund(accepted, 1))
  const settled = await tester.makeChange(refunded, {
    kind: 'updateReturn',
    return: getClaimId(refunded),
    status: 'settled',
  })
  expect(settled.returns).toMatchObject([
    { status: 'settled', lines: [{ quantity: 2, refundedQuantity: 1, replacedQuantity: 0 }] },
  ])
  await expectRefusal(settled, toClaim(settled, 3), 409, 'return_too_big')
  const claimed = await tester.makeChange(settled, toClaim(settled, 1))
  const returned = await tester.makeChange(claimed, {
    kind: 'createReturn',
    status: 'accepted',
    lines: [{ ...toUnits(claimed, 1), reason: 'defective' }],
    wish: 'refund',
  })
  expect(returned.returns).toHaveLength(3)
  await expectRefusal(returned, toClaim(returned, 1), 409, 'return_too_big')
})

test('a claim that is replaced in two parts names both orders', async () => {
  const order = await createShippedOrder()
  const accepted = await tester.makeChange(order, toClaim(order, 2))
  const first = await tester.makeChange(accepted, toReplacement(accepted, 1))
  const second = await tester.makeChange(first, toReplacement(first, 1))
  expect(second.returns).toMatchObject([{ status: 'settled', newOrders: second.followingOrders }])
  expect(second.followingOrders).toHaveLength(2)
})

test('a claim opens again when its replacement order is canceled', async () => {
  const order = await createShippedOrder()
  const accepted = await tester.makeChange(order, toClaim(order, 2))
  const replaced = await tester.makeChange(accepted, toReplacement(accepted, 2))
  const newOrderId = replaced.followingOrders[0]?._id ?? ''
  await tester.updateStatus(newOrderId, 'cancelled')
  const opened = await tester.getOrder(order._id)
  expect(opened.returns).toMatchObject([
    { status: 'accepted', newOrders: [], lines: [{ quantity: 2, replacedQuantity: 0 }] },
  ])
  const { number: newNumber, timeline } = await tester.getOrder(newOrderId)
  const data = { return: `${order.number}-C1`, order: newNumber }
  const { actor } = timeline.at(-1) ?? {}
  expect(opened.timeline.at(-1)).toMatchObject({ type: 'claim_reopened', data, actor })
  // Reopened, the order settles the claim again.
  await tester.updateStatus(newOrderId, 'pending')
  const settled = await tester.getOrder(order._id)
  expect(settled.returns).toMatchObject([
    { status: 'settled', newOrders: [{ _id: newOrderId }], lines: [{ replacedQuantity: 2 }] },
  ])
  expect(settled.timeline.at(-1)).toMatchObject({ type: 'claim_settled', data })
  await tester.updateStatus(newOrderId, 'cancelled')
  const current = await tester.getOrder(order._id)
  const refunded = await tester.makeChange(current, toRefund(current, 1))
  expect(refunded).toMatchObject({ refundedTotal: 1000, returns: [{ status: 'accepted' }] })
  const before = await t.changes()
  const reopened = await tester.updateStatus(newOrderId, 'pending')
  expect([reopened.status, reopened.body.code]).toEqual([409, 'return_too_big'])
  expect(await t.changes()).toBe(before)
  expect(await tester.makeChange(refunded, toReplacement(refunded, 1))).toMatchObject({
    returns: [{ status: 'settled' }],
  })
})

test('a claim that was created with its replacement opens when the replacement is canceled', async () => {
  const order = await createShippedOrder()
  const { return: _, ...change } = toReplacement(order, 2)
  const replaced = await tester.makeChange(order, change)
  await tester.updateStatus(replaced.followingOrders[0]?._id ?? '', 'cancelled')
  const opened = await tester.getOrder(order._id)
  expect(opened.returns).toMatchObject([{ status: 'accepted', lines: [{ replacedQuantity: 0 }] }])
  await expectRefusal(opened, toClaim(opened, 3), 409, 'return_too_big')
  expect((await tester.makeChange(opened, toRefund(opened, 2))).returns).toMatchObject([
    { status: 'settled' },
  ])
})

test('of ten claims of the last unit at once, one is opened', async () => {
  const order = await createShippedOrder()
  const claimed = await tester.makeChange(order, toClaim(order, 2))
  const replies = await Promise.all(
    Array.from({ length: 10 }, () => tester.applyChange(claimed, toClaim(claimed, 1))),
  )
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect((await tester.getOrder(order._id)).returns).toHaveLength(2)
})

test('a lost order is completed when its claim is refunded', async () => {
  const order = await createShippedOrder()
  const parcel = order.fulfillments[0]?._id ?? ''
  const lost = await tester.makeChange(order, { kind: 'updateParcel', parcel, status: 'lost' })
  const lines = [{ ...toUnits(lost, 3), reason: 'not_delivered' as const }]
  const claimed = await tester.makeChange(lost, toClaim(lost, 3, { lines }))
  expect(claimed.status).toBe('shipped')
  expect((await tester.makeChange(claimed, toRefund(claimed, 3))).status).toBe('completed')
})

test('the list shows claims beside returns and filters them', async () => {
  const order = await createShippedOrder()
  await tester.makeChange(order, toClaim(order, 1))
  const list = async (kind: 'claim' | 'return') => {
    const { body } = await t.call('owner', returnApi.listReturns, {
      query: { kind, q: order.number.slice(1) },
    })
    return body.data.map((row: { number: string }) => row.number)
  }
  expect(await list('claim')).toEqual([`${order.number}-C1`])
  expect(await list('return')).toEqual([])
})

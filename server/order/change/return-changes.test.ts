import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sum } from '#contract/lib/sum.ts'
import { type Order, type OrderRow, orderApi } from '#contract/order/order.ts'
import type { OrderChange, OrderChangeOf } from '#contract/order/order-change.ts'
import { returnApi } from '#contract/order/order-return.ts'
import { createOrderTester, exampleAddress } from '../../testing/subject/order-testing.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'

let t: TestApp
let tester: ReturnType<typeof createOrderTester>
beforeAll(async () => {
  t = await startTestApp({ DATABASE_POOL_SIZE: '10' })
  tester = createOrderTester(t)
})
afterAll(() => t.close())

type Receipt = OrderChangeOf<'receiveReturn'>['lines'][number]

/** Creates an order of 3 units with a price of 1000 each, which were paid and shipped. */
async function createShippedOrder(): Promise<{ order: Order; variant: string; line: string }> {
  const { variant } = await tester.createProduct({ stock: 10 })
  const order = await tester.createOrderData({
    customer: { name: 'Ada Byron', email: 'ada@example.com' },
    shippingAddress: exampleAddress,
    lines: [{ variant, quantity: 3, unitPrice: 1000 }],
    paidWith: 'bank',
  })
  const shipped = await tester.makeChange(order, { kind: 'createParcel', status: 'shipped' })
  return { order: shipped, variant, line: shipped.lines[0]?._id ?? '' }
}

const toReturn = (line: string, quantity: number): OrderChangeOf<'createReturn'> => ({
  kind: 'createReturn',
  status: 'accepted',
  lines: [{ line, quantity, reason: 'defective' }],
  wish: 'refund',
})
const toReceipt = (order: Order, ...lines: Receipt[]): OrderChangeOf<'receiveReturn'> => ({
  kind: 'receiveReturn',
  return: order.returns[0]?._id ?? '',
  lines,
})
const toRefund = (order: Order, quantity: number): OrderChangeOf<'refund'> => ({
  kind: 'refund',
  return: order.returns[0]?._id ?? '',
  lines: [{ line: order.lines[0]?._id ?? '', quantity, disposition: 'keep' }],
  reason: 'returned',
})

test('a return is received part by part by condition, and settled by its refund', async () => {
  const { order, variant, line } = await createShippedOrder()
  const accepted = await tester.makeChange(order, toReturn(line, 3))
  expect(accepted.returns).toMatchObject([
    { number: `${order.number}-R1`, status: 'accepted', wish: 'refund' },
  ])
  expect(await tester.getStock(variant)).toBe(7)
  const good: Receipt = { line, quantity: 1, condition: 'good', isRestocked: true }
  const { body } = await tester.previewChange(accepted, toReceipt(accepted, good))
  expect(body.data).toMatchObject({ stock: [{ variant, delta: 1, stockAfter: 8 }] })
  expect(await tester.getStock(variant)).toBe(7)
  const partly = await tester.makeChange(accepted, toReceipt(accepted, good))
  expect(partly).toMatchObject({
    status: 'shipped',
    returnProgress: 'partially_returned',
    lines: [{ returnedQuantity: 1 }],
  })
  expect(partly.returns[0]).toMatchObject({ status: 'accepted', lines: [{ receivedQuantity: 1 }] })
  const received = await tester.makeChange(
    partly,
    toReceipt(
      partly,
      { line, quantity: 1, condition: 'damaged', isRestocked: false },
      { line, quantity: 1, condition: 'missing', isRestocked: false },
    ),
  )
  expect(received.returns[0]).toMatchObject({
    status: 'received',
    lines: [
      {
        quantity: 3,
        receivedQuantity: 2,
        damagedQuantity: 1,
        restockedQuantity: 1,
        missingQuantity: 1,
      },
    ],
  })
  expect(await tester.getStock(variant)).toBe(8)
  const settled = await tester.makeChange(received, toRefund(received, 2))
  expect(settled).toMatchObject({
    refundedTotal: 2000,
    lines: [{ returnedQuantity: 2, removedQuantity: 0 }],
    returns: [{ status: 'settled' }],
    refunds: [{ return: received.returns[0]?._id, amount: 2000 }],
  })
  expect(await tester.getStock(variant), 'the refund moves no units').toBe(8)
})

test.each(['restock', 'write_off'] as const)(
  'a refund of a return moves no units (%s)',
  async disposition => {
    const { order, variant, line } = await createShippedOrder()
    const accepted = await tester.makeChange(order, toReturn(line, 2))
    const change = toRefund(accepted, 1)
    const refunded = await tester.makeChange(accepted, {
      ...change,
      lines: change.lines.map(each => ({ ...each, disposition })),
    })
    expect(refunded.refunds).toMatchObject([{ lines: [{ quantity: 1, disposition: 'keep' }] }])
    expect([refunded.lines[0]?.returnedQuantity, await tester.getStock(variant)]).toEqual([0, 7])
    const before = await t.changes()
    const reply = await tester.applyChange(refunded, {
      ...change,
      lines: [{ line, quantity: 1, amount: 0, disposition }],
    })
    expect([reply.status, reply.body.code]).toEqual([422, 'refund_empty'])
    expect(await t.changes()).toBe(before)
  },
)

test('an order is returned once all of its units are', async () => {
  const { order, line } = await createShippedOrder()
  const accepted = await tester.makeChange(order, toReturn(line, 3))
  const returned = await tester.makeChange(
    accepted,
    toReceipt(accepted, { line, quantity: 3, condition: 'good', isRestocked: true }),
  )
  expect(returned).toMatchObject({
    status: 'returned',
    returnProgress: 'returned',
    balance: -3000,
  })
})

test('a partially returned order is found and exported by its lines, also after another change', async () => {
  const { order, line } = await createShippedOrder()
  const other = await createShippedOrder()
  const accepted = await tester.makeChange(order, toReturn(line, 1))
  expect(accepted.returnProgress).toBe('none')
  const partly = await tester.makeChange(
    accepted,
    toReceipt(accepted, { line, quantity: 1, condition: 'good', isRestocked: true }),
  )
  const query = { returnProgress: 'partially_returned' }
  const find = async () => {
    const { body } = await t.call('owner', orderApi.list, { query })
    return body.data.map((row: OrderRow) => [row._id, row.returnProgress])
  }
  expect(await find()).toContainEqual([order._id, 'partially_returned'])
  expect(await find()).not.toContainEqual([other.order._id, expect.anything()])
  const { body: file } = await t.call('owner', orderApi.export, { query })
  const row = file.split('\n').find((text: string) => text.includes(order.number))
  expect(row).toContain('partially_returned')
  await tester.makeChange(partly, { kind: 'changeStatus', status: 'returned' })
  expect(await find()).not.toContainEqual([order._id, expect.anything()])
  expect(await tester.getOrder(order._id)).toMatchObject({ returnProgress: 'returned' })
})

test.each<[string, (order: Order, line: string) => OrderChange, number, string]>([
  ['more units than were shipped', (_, line) => toReturn(line, 2), 409, 'return_too_big'],
  [
    'more units than the return has',
    (order, line) => toReceipt(order, { line, quantity: 3, condition: 'good', isRestocked: true }),
    422,
    'return_units_too_many',
  ],
  [
    'more units than the return has, in two conditions',
    (order, line) =>
      toReceipt(
        order,
        { line, quantity: 1, condition: 'good', isRestocked: true },
        { line, quantity: 2, condition: 'missing', isRestocked: false },
      ),
    422,
    'return_units_too_many',
  ],
  [
    'no units',
    (order, line) => toReceipt(order, { line, quantity: 0, condition: 'good', isRestocked: true }),
    422,
    'return_empty',
  ],
  ['a refund of more units', order => toRefund(order, 3), 422, 'refund_units_too_many'],
  [
    'a state that does not follow',
    order => ({ kind: 'updateReturn', return: order.returns[0]?._id ?? '', status: 'received' }),
    409,
    'return_transition',
  ],
  [
    'another return',
    order => ({ kind: 'updateReturn', return: order._id, status: 'canceled' }),
    422,
    'not_found',
  ],
])('%s is refused and nothing is written', async (_case, toChange, status, code) => {
  const { order, line } = await createShippedOrder()
  const accepted = await tester.makeChange(order, toReturn(line, 2))
  const before = await t.changes()
  const reply = await tester.applyChange(accepted, toChange(accepted, line))
  expect([reply.status, reply.body.code]).toEqual([status, code])
  expect(await t.changes()).toBe(before)
})

test('units that were not shipped are not returned', async () => {
  const { order } = await createShippedOrder()
  const open = await tester.createOrderData({
    lines: [{ variant: order.lines[0]?.variant, quantity: 1 }],
  })
  const reply = await tester.applyChange(open, toReturn(open.lines[0]?._id ?? '', 1))
  expect(reply.body.code).toBe('return_too_big')
})

test('a shipment is not undone once units of it came back', async () => {
  const { order, line } = await createShippedOrder()
  const accepted = await tester.makeChange(order, toReturn(line, 1))
  const receipt = toReceipt(accepted, { line, quantity: 1, condition: 'good', isRestocked: true })
  const received = await tester.makeChange(accepted, receipt)
  expect(received.allowedTransitions).not.toContain('processing')
  const before = await t.changes()
  const undo: [OrderChange, string][] = [
    ...(['packed', 'cancelled'] as const).map((status): [OrderChange, string] => [
      { kind: 'updateParcel', parcel: received.fulfillments[0]?._id ?? '', status },
      'parcel_units_bound',
    ]),
    [{ kind: 'changeStatus', status: 'processing' }, 'illegal_transition'],
  ]
  for (const [change, code] of undo) {
    const reply = await tester.applyChange(received, change)
    expect([reply.status, reply.body.code]).toEqual([409, code])
  }
  expect(await t.changes()).toBe(before)
})

test('a shipment is not undone while units of it are in a return, or after they were refunded', async () => {
  const { order, line } = await createShippedOrder()
  const { order: refunded, line: refundedLine } = await createShippedOrder()
  await t.call('owner', orderApi.addPayment, {
    params: { id: refunded._id },
    body: { amount: refunded.total, method: 'cash' },
  })
  const orders = [
    await tester.makeChange(order, toReturn(line, 1)),
    await tester.makeChange(await tester.getOrder(refunded._id), {
      kind: 'refund',
      lines: [{ line: refundedLine, quantity: 1, disposition: 'keep' }],
      reason: 'damaged',
    }),
  ]
  const before = await t.changes()
  for (const changed of orders) {
    const undo: OrderChange[] = [
      { kind: 'updateParcel', parcel: changed.fulfillments[0]?._id ?? '', status: 'cancelled' },
      { kind: 'changeStatus', status: 'processing' },
    ]
    for (const change of undo) {
      const reply = await tester.applyChange(changed, change)
      expect([reply.status, reply.body.code]).toEqual([409, 'parcel_units_bound'])
    }
  }
  expect(await t.changes()).toBe(before)
})

test('a canceled return frees its units, and one that arrived is not canceled', async () => {
  const { order, line } = await createShippedOrder()
  const cancel = (of: Order): OrderChange => ({
    kind: 'updateReturn',
    return: of.returns.at(-1)?._id ?? '',
    status: 'canceled',
  })
  const accepted = await tester.makeChange(order, toReturn(line, 3))
  const canceled = await tester.makeChange(accepted, cancel(accepted))
  const again = await tester.makeChange(canceled, toReturn(line, 1))
  const received = await tester.makeChange(again, {
    ...toReceipt(again, { line, quantity: 1, condition: 'good', isRestocked: true }),
    return: again.returns.at(-1)?._id ?? '',
  })
  expect((await tester.applyChange(received, cancel(received))).body.code).toBe('return_transition')
})

test('of ten people who receive the same units at once, one does', async () => {
  const { order, variant, line } = await createShippedOrder()
  const accepted = await tester.makeChange(order, toReturn(line, 1))
  const receipt = toReceipt(accepted, { line, quantity: 1, condition: 'good', isRestocked: true })
  const replies = await Promise.all(
    Array.from({ length: 10 }, () => tester.applyChange(accepted, receipt)),
  )
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await tester.getStock(variant)).toBe(8)
  expect((await tester.getOrder(order._id)).lines).toMatchObject([{ returnedQuantity: 1 }])
})

test('returns are listed by state, found by number and customer, and opened', async () => {
  const { order, line } = await createShippedOrder()
  const accepted = await tester.makeChange(order, toReturn(line, 2))
  const [orderReturn] = accepted.returns
  const list = async (query: Record<string, string>) =>
    (await t.call('owner', returnApi.listReturns, { query })).body.data
  const row = {
    _id: orderReturn?._id,
    number: orderReturn?.number,
    status: 'accepted',
    customerName: 'Ada Byron',
    unitCount: 2,
    receivedCount: 0,
    order: { _id: order._id, number: order.number },
  }
  expect(await list({ q: orderReturn?.number ?? '' })).toMatchObject([row])
  expect((await list({ view: 'open', q: 'ada byr' }))[0]).toMatchObject(row)
  expect(await list({ view: 'requested' })).toEqual([])
  const { body } = await t.call('owner', returnApi.getReturnCounts)
  expect(body.data.all).toBe(body.data.open + body.data.received + body.data.done)
  const opened = await t.call('owner', returnApi.getReturnOrder, {
    params: { id: orderReturn?._id ?? '' },
  })
  expect(opened.body.data).toEqual(await tester.getOrder(order._id))
})

test('in any sequence, stock movements add up to the stock and money to the payments', async () => {
  const step = fc.record({
    kind: fc.constantFrom('return', 'receive', 'refund', 'refundReturn'),
    quantity: fc.integer({ min: 0, max: 3 }),
    condition: fc.constantFrom('good' as const, 'damaged' as const, 'missing' as const),
    isRestocked: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 8 }), async steps => {
      const { order, variant, line } = await createShippedOrder()
      for (const { kind, quantity, condition, isRestocked } of steps) {
        const latest = await tester.getOrder(order._id)
        const changes: Record<typeof kind, OrderChange> = {
          return: toReturn(line, quantity),
          receive: toReceipt(latest, { line, quantity, condition, isRestocked }),
          refund: {
            kind: 'refund',
            lines: [{ line, quantity, disposition: isRestocked ? 'restock' : 'write_off' }],
            reason: 'returned',
          },
          refundReturn: toRefund(latest, quantity),
        }
        await tester.applyChange(latest, changes[kind])
      }
      const result = await tester.getOrder(order._id)
      const movements = await tester.listStockMovements(variant)
      expect(sum(movements.map(({ delta }) => delta))).toBe(await tester.getStock(variant))
      expect(await tester.getStock(variant)).toBeLessThanOrEqual(10)
      expect(result.lines[0]?.returnedQuantity).toBeLessThanOrEqual(3)
      expect(result.paidTotal).toBe(3000)
      expect(result.refundedTotal).toBe(sum(result.refunds.map(({ amount }) => amount)))
      expect(result.refundedTotal).toBeLessThanOrEqual(result.paidTotal)
    }),
    { numRuns: 15 },
  )
})

test.each<[string, (order: Order, variant: string) => OrderChange]>([
  ['refunded', order => toRefund(order, 1)],
  [
    'exchanged',
    (order, variant) => ({
      kind: 'exchangeReturn',
      return: order.returns[0]?._id ?? '',
      lines: [{ variant, quantity: 1 }],
    }),
  ],
])('a return whose price was %s in advance is not canceled', async (_, toChange) => {
  const { order, line, variant } = await createShippedOrder()
  const accepted = await tester.makeChange(order, toReturn(line, 1))
  const refunded = await tester.makeChange(accepted, toChange(accepted, variant))
  expect(refunded).toMatchObject({ refundedTotal: 1000, returns: [{ status: 'accepted' }] })
  const before = await t.changes()
  const reply = await tester.applyChange(refunded, {
    kind: 'updateReturn',
    return: refunded.returns[0]?._id ?? '',
    status: 'canceled',
  })
  expect([reply.status, reply.body.code]).toEqual([409, 'return_transition'])
  expect(await t.changes()).toBe(before)
})

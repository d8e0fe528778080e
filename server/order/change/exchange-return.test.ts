import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sum } from '#contract/lib/sum.ts'
import { type Order, orderApi } from '#contract/order/order.ts'
import type { OrderChange, OrderChangeOf } from '#contract/order/order-change.ts'
import { createOrderTester, exampleAddress } from '../../testing/subject/order-testing.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'
import { createOrderEvent } from '../fulfillment/order-event.ts'

let t: TestApp
let tester: ReturnType<typeof createOrderTester>
beforeAll(async () => {
  t = await startTestApp({ DATABASE_POOL_SIZE: '10' })
  tester = createOrderTester(t)
})
afterAll(() => t.close())

/** Creates an order of 3 paid and shipped units at 1000 each, with an accepted return. */
async function createReturn(quantity = 2): Promise<{ order: Order; variant: string }> {
  const { variant } = await tester.createProduct({ stock: 10 })
  const order = await tester.createOrderData({
    customer: { name: 'Ada Byron', email: 'ada@example.com' },
    shippingAddress: exampleAddress,
    lines: [{ variant, quantity: 3, unitPrice: 1000 }],
    paidWith: 'bank',
  })
  const shipped = await tester.makeChange(order, { kind: 'createParcel', status: 'shipped' })
  return { order: await tester.makeChange(shipped, toReturn(shipped, quantity)), variant }
}

const toReturn = (order: Order, quantity: number): OrderChangeOf<'createReturn'> => ({
  kind: 'createReturn',
  status: 'accepted',
  lines: [{ line: order.lines[0]?._id ?? '', quantity, reason: 'wrong_size' }],
  wish: 'exchange',
})
const toReceipt = (order: Order, quantity: number): OrderChangeOf<'receiveReturn'> => ({
  kind: 'receiveReturn',
  return: order.returns.at(-1)?._id ?? '',
  lines: [{ line: order.lines[0]?._id ?? '', quantity, condition: 'good', isRestocked: true }],
})
const toExchange = (
  order: Order,
  variant: string,
  { unitPrice, quantity = 1, ...rest }: { unitPrice: number; quantity?: number; fee?: number },
): OrderChangeOf<'exchangeReturn'> => ({
  kind: 'exchangeReturn',
  return: order.returns.at(-1)?._id ?? '',
  lines: [{ variant, quantity, unitPrice }],
  ...rest,
})
const createVariant = async (stock = 5) => (await tester.createProduct({ stock })).variant

test('a return is settled by a more expensive order, whose difference the customer pays', async () => {
  const { order, variant } = await createReturn()
  const other = await createVariant()
  const received = await tester.makeChange(order, toReceipt(order, 2))
  const exchange = toExchange(received, other, { unitPrice: 2500 })
  // The customer gets emails of this order.
  await t.inStore(tx => createOrderEvent(tx, order._id, 'payment_link_created'))
  const { body } = await tester.previewChange(received, exchange)
  expect(body.data).toMatchObject({
    newOrder: { total: 2500, credit: 2000, due: 500, paidBack: 0 },
    stock: [{ variant: other, delta: -1, stockAfter: 4 }],
  })
  expect(body.data.emails).toEqual(['return_settled', 'payment_request'])
  expect(await tester.getStock(other)).toBe(5)
  expect((await tester.getOrder(order._id)).followingOrders).toEqual([])

  const settled = await tester.makeChange(received, exchange)
  const [reference] = settled.followingOrders
  expect(settled).toMatchObject({
    refundedTotal: 2000,
    payments: [
      { kind: 'payment', method: 'bank' },
      { kind: 'refund', method: 'exchange', reference: settled.followingOrders[0]?.number },
    ],
    refunds: [{ amount: 2000, return: received.returns[0]?._id }],
    returns: [{ status: 'settled', newOrders: [reference] }],
  })
  const newOrder = await tester.getOrder(reference?._id ?? '')
  expect(newOrder).toMatchObject({
    originalOrder: { _id: order._id, number: order.number },
    customer: { name: 'Ada Byron', email: 'ada@example.com' },
    shippingAddress: exampleAddress,
    total: 2500,
    paidTotal: 2000,
    balance: 500,
    paymentStatus: 'partially_paid',
    payments: [{ amount: 2000, method: 'exchange', reference: order.number }],
  })
  expect(newOrder.timeline.map(({ type }) => type)).toContain('payment_link_sent')
  expect([await tester.getStock(variant), await tester.getStock(other)]).toEqual([9, 4])
})

test('a cheaper order pays back the difference, less a fee, also before the items arrive', async () => {
  const { order, variant } = await createReturn()
  const exchanged = await tester.makeChange(
    order,
    toExchange(order, variant, { unitPrice: 700, fee: 100 }),
  )
  const newOrder = await tester.getOrder(exchanged.followingOrders[0]?._id ?? '')
  expect(newOrder).toMatchObject({ total: 700, paymentStatus: 'paid', balance: 0 })
  expect(exchanged).toMatchObject({ refundedTotal: 1900, returns: [{ status: 'accepted' }] })
  expect(
    exchanged.payments.filter(({ kind }) => kind === 'refund').map(({ amount }) => amount),
  ).toEqual([700, 1200])
  const again = await tester.applyChange(
    exchanged,
    toExchange(exchanged, variant, { unitPrice: 1 }),
  )
  expect([again.status, again.body.code]).toEqual([422, 'return_empty'])
  const partlyReceived = await tester.makeChange(exchanged, toReceipt(exchanged, 1))
  expect(partlyReceived.returns).toMatchObject([{ status: 'accepted' }])
  // The customer gets emails of this order.
  await t.inStore(tx => createOrderEvent(tx, order._id, 'payment_link_created'))
  const { body } = await tester.previewChange(partlyReceived, toReceipt(partlyReceived, 1))
  expect(body.data.emails).toEqual(['return_settled'])
  const received = await tester.makeChange(partlyReceived, toReceipt(partlyReceived, 1))
  expect(received).toMatchObject({ returns: [{ status: 'settled' }] })
  expect(await tester.getStock(variant)).toBe(8)
})

test('an exchange for the same price is emailed with the number of the new order', async () => {
  const { order } = await createReturn(1)
  const other = await createVariant()
  const exchange = toExchange(order, other, { unitPrice: 1000 })
  const listEmails = async (isNotified: boolean) =>
    (await tester.previewChange(order, { ...exchange, isNotified })).body.data.emails
  expect(await listEmails(false)).toEqual([])
  expect(await listEmails(true)).toEqual(['replacement'])
  const exchanged = await tester.makeChange(order, exchange)
  const newOrderId = exchanged.followingOrders[0]?._id
  const jobs = await t.sql<{ key: string }[]>`
    select key from graphile_worker.jobs where key like ${`order.mail ${newOrderId} %`}`
  expect(jobs.map(({ key }) => key)).toEqual([`order.mail ${newOrderId} replacement`])
})

test('a return whose units were refunded in part before their receipt stays open', async () => {
  const { order } = await createReturn()
  const refunded = await tester.makeChange(order, toRefund(order, 1))
  const received = await tester.makeChange(refunded, toReceipt(refunded, 2))
  expect(received.returns).toMatchObject([{ status: 'received' }])
})

const toRefund = (
  order: Order,
  quantity: number,
  orderReturn = order.returns[0]?._id,
): OrderChangeOf<'refund'> => ({
  kind: 'refund',
  return: orderReturn,
  lines: [{ line: order.lines[0]?._id ?? '', quantity, disposition: 'keep' }],
  reason: 'returned',
})

test('the units of a received return are refunded and exchanged in parts, and the last settle it', async () => {
  const { order, variant } = await createReturn(3)
  const received = await tester.makeChange(order, toReceipt(order, 3))
  const first = await tester.makeChange(received, toRefund(received, 1))
  expect(first.returns).toMatchObject([{ status: 'received' }])
  const second = await tester.makeChange(first, toRefund(first, 1))
  expect(second.returns).toMatchObject([{ status: 'received' }])
  const exchanged = await tester.makeChange(
    second,
    toExchange(second, variant, { unitPrice: 1000 }),
  )
  expect(exchanged).toMatchObject({
    returns: [{ status: 'settled' }],
    refunds: [{ amount: 1000 }, { amount: 1000 }, { amount: 1000 }],
    refundedTotal: 3000,
  })
})

test('missing units of a received return settle with the others', async () => {
  const { order } = await createReturn(3)
  const line = order.lines[0]?._id ?? ''
  const received = await tester.makeChange(order, {
    ...toReceipt(order, 2),
    lines: [
      { line, quantity: 2, condition: 'good', isRestocked: true },
      { line, quantity: 1, condition: 'missing', isRestocked: false },
    ],
  })
  const partly = await tester.makeChange(received, toRefund(received, 1))
  expect(partly.returns).toMatchObject([{ status: 'received' }])
  const refunded = await tester.makeChange(partly, toRefund(partly, 1))
  expect(refunded.returns).toMatchObject([{ status: 'settled' }])
})

test('a unit whose price was refunded before is returned, and the others are exchanged', async () => {
  const { variant } = await tester.createProduct({ stock: 10 })
  const order = await tester.createOrderData({
    lines: [{ variant, quantity: 2, unitPrice: 1000 }],
    paidWith: 'bank',
  })
  const shipped = await tester.makeChange(order, { kind: 'createParcel', status: 'shipped' })
  const kept = await tester.makeChange(shipped, toRefund(shipped, 1, undefined))
  const accepted = await tester.makeChange(kept, toReturn(kept, 2))
  const exchanged = await tester.makeChange(
    accepted,
    toExchange(accepted, variant, { unitPrice: 1000 }),
  )
  expect(exchanged).toMatchObject({ refundedTotal: 2000, returns: [{ status: 'accepted' }] })
  const received = await tester.makeChange(exchanged, toReceipt(exchanged, 2))
  expect(received.returns).toMatchObject([{ status: 'settled' }])
})

test.each<[string, (order: Order) => Promise<OrderChange>, number, string]>([
  [
    'without enough stock',
    async order => toExchange(order, await createVariant(1), { unitPrice: 1, quantity: 2 }),
    409,
    'insufficient_stock',
  ],
  [
    'by an unknown variant',
    async order => toExchange(order, order._id, { unitPrice: 1 }),
    422,
    'products_not_sold',
  ],
  [
    'with a fee above the price',
    async order => toExchange(order, await createVariant(), { unitPrice: 1, fee: 2001 }),
    422,
    'refund_too_big',
  ],
])('an exchange %s is refused and nothing is written', async (_, createChange, status, code) => {
  const { order } = await createReturn()
  const change = await createChange(order)
  const before = await t.changes()
  const reply = await tester.applyChange(order, change)
  expect([reply.status, reply.body.code]).toEqual([status, code])
  expect(await t.changes()).toBe(before)
})

test('a stale exchange is refused, and a repeated one creates one order', async () => {
  const { order, variant } = await createReturn()
  const exchange = toExchange(order, variant, { unitPrice: 1000 })
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const replies = await Promise.all(
    Array.from({ length: 5 }, () => tester.applyChange(order, exchange, headers)),
  )
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect((await tester.getOrder(order._id)).followingOrders).toHaveLength(1)
  const stale = await tester.applyChange(order, exchange)
  expect([stale.status, stale.body.code]).toEqual([409, 'version_conflict'])
  expect(await tester.getStock(variant)).toBe(6)
})

test('in any sequence, the money that came in is the money kept and paid back', async () => {
  const step = fc.record({
    kind: fc.constantFrom('return', 'receive', 'exchange', 'refund', 'pay'),
    quantity: fc.integer({ min: 1, max: 3 }),
    unitPrice: fc.integer({ min: 0, max: 2600 }),
    fee: fc.integer({ min: 0, max: 300 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 9 }), async steps => {
      const { order, variant } = await createReturn(1)
      let moneyIn = 3000
      for (const { kind, quantity, unitPrice, fee } of steps) {
        const latest = await tester.getOrder(order._id)
        if (kind === 'pay') {
          const target = latest.followingOrders.at(-1)
          if (target && unitPrice > 0) {
            const { status } = await t.call('owner', orderApi.addPayment, {
              params: { id: target._id },
              body: { amount: unitPrice, method: 'bank' },
            })
            moneyIn += status < 300 ? unitPrice : 0
          }
          continue
        }
        const changes: Record<typeof kind, OrderChange> = {
          return: toReturn(latest, quantity),
          receive: toReceipt(latest, quantity),
          exchange: toExchange(latest, variant, { unitPrice, quantity, fee }),
          refund: { kind: 'refund', lines: [], additionalAmount: unitPrice, reason: 'other' },
        }
        await tester.applyChange(latest, changes[kind])
      }
      const result = await tester.getOrder(order._id)
      const orders = [
        result,
        ...(await Promise.all(result.followingOrders.map(({ _id }) => tester.getOrder(_id)))),
      ]
      const numbers = orders.map(({ number }) => number)
      const payments = orders.flatMap(each => each.payments)
      const isTransfer = ({ reference }: { reference: string }) => numbers.includes(reference)
      const addUp = (kind: 'payment' | 'refund', transfers: boolean) =>
        sum(
          payments
            .filter(payment => payment.kind === kind && isTransfer(payment) === transfers)
            .map(({ amount }) => amount),
        )
      const moneyKept = sum(orders.map(({ paidTotal, refundedTotal }) => paidTotal - refundedTotal))
      expect(addUp('payment', false)).toBe(moneyIn)
      expect(addUp('refund', true)).toBe(addUp('payment', true))
      expect(moneyKept + addUp('refund', false)).toBe(moneyIn)
      expect(result.refundedTotal).toBeLessThanOrEqual(3000)
      const movements = await tester.listStockMovements(variant)
      expect(sum(movements.map(({ delta }) => delta))).toBe(await tester.getStock(variant))
    }),
    { numRuns: 15 },
  )
})

import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Order, orderApi } from '#contract/order/order.ts'
import type { OrderChangeOf } from '#contract/order/order-change.ts'
import { createOrderTester, exampleAddress } from '../../testing/subject/order-testing.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'
import { findOrderPage } from '../page/load-order-page.ts'
import { priceRefundedUnits } from './refund-amounts.ts'

let t: TestApp
let tester: ReturnType<typeof createOrderTester>
beforeAll(async () => {
  t = await startTestApp({ DATABASE_POOL_SIZE: '10' })
  tester = createOrderTester(t)
})
afterAll(() => t.close())

type Refund = OrderChangeOf<'refund'>
const createPaidOrder = async (): Promise<{ order: Order; variant: string }> => {
  const { variant } = await tester.createProduct({ stock: 10 })
  const order = await tester.createOrderData({
    lines: [{ variant, quantity: 3, unitPrice: 1000, discount: 1 }],
    shippingTotal: 500,
    paidWith: 'bank',
  })
  return { order, variant }
}
const toRefund = (order: Order, change: Partial<Refund> = {}): Refund => ({
  kind: 'refund',
  lines: [{ line: order.lines[0]?._id ?? '', quantity: 1, disposition: 'restock' }],
  reason: 'returned',
  ...change,
})

test('units are refunded with their share of the price, and restocked', async () => {
  const { order, variant } = await createPaidOrder()
  const { body } = await tester.previewChange(order, toRefund(order, { shipping: 200, fee: 100 }))
  expect(body.data).toMatchObject({
    refund: { amount: 1000 + 200 - 100 },
    stock: [{ variant, delta: 1, stockAfter: 8 }],
    order: { refundedTotal: 1100, paymentStatus: 'partially_refunded' },
  })
  expect(await tester.getStock(variant)).toBe(7)
  const reply = await tester.applyChange(order, toRefund(order, { shipping: 200, fee: 100 }))
  const refunded: Order = reply.body.data
  expect(refunded).toMatchObject({
    refundedTotal: 1100,
    lines: [{ removedQuantity: 1, returnedQuantity: 0 }],
    refunds: [{ reason: 'returned', shipping: 200, fee: 100, amount: 1100 }],
    payments: [{ kind: 'payment' }, { kind: 'refund', amount: 1100 }],
  })
  expect(await tester.getStock(variant)).toBe(8)
  expect((await tester.listStockMovements(variant)).at(-1)).toEqual({ reason: 'return', delta: 1 })
})

test('an order without units is canceled once the store keeps no money of it', async () => {
  const { order, variant } = await createPaidOrder()
  const lines = [{ line: order.lines[0]?._id ?? '', quantity: 3, disposition: 'restock' as const }]
  const emptied: Order = (await tester.applyChange(order, toRefund(order, { lines }))).body.data
  expect(emptied).toMatchObject({
    status: 'pending',
    refundedTotal: 2999,
    allowedTransitions: ['cancelled'],
  })
  const { body } = await tester.applyChange(
    emptied,
    toRefund(emptied, { lines: [], shipping: 500 }),
  )
  expect(body.data).toMatchObject({
    status: 'cancelled',
    paymentStatus: 'refunded',
    balance: 0,
    allowedTransitions: [],
  })
  const [row] = await t.inStore(
    tx => tx<{ isCanceled: boolean }[]>`
      select canceled_at is not null as is_canceled from "order" where id = ${order._id}`,
  )
  expect(row?.isCanceled).toBe(true)
  expect(await tester.getStock(variant)).toBe(10)
})

test('an order without units is canceled once its only payment is voided', async () => {
  const { variant } = await tester.createProduct({ stock: 10 })
  const order = await tester.createOrderData({ lines: [{ variant, quantity: 2, unitPrice: 1000 }] })
  await t.call('owner', orderApi.addPayment, {
    params: { id: order._id },
    body: { amount: 500, method: 'bank' },
  })
  const lines = [
    { line: order.lines[0]?._id ?? '', quantity: 2, disposition: 'restock' as const, amount: 0 },
  ]
  const paid = await tester.getOrder(order._id)
  const emptied: Order = (await tester.applyChange(paid, toRefund(paid, { lines }))).body.data
  expect(emptied).toMatchObject({ status: 'pending', paidTotal: 500 })
  const payment = emptied.payments[0]?._id ?? ''
  const { body } = await tester.applyChange(emptied, { kind: 'voidPayment', payment })
  expect(body.data).toMatchObject({ status: 'cancelled', paidTotal: 0, paymentStatus: 'voided' })
})

test('an unpaid order whose units are all removed is canceled, and is not reopened', async () => {
  const { variant } = await tester.createProduct({ stock: 10 })
  const order = await tester.createOrderData({ lines: [{ variant, quantity: 2, unitPrice: 1000 }] })
  const lines = [
    { line: order.lines[0]?._id ?? '', quantity: 2, disposition: 'restock' as const, amount: 0 },
  ]
  const { body } = await tester.applyChange(order, toRefund(order, { lines }))
  expect(body.data).toMatchObject({ status: 'cancelled', paymentStatus: 'voided', balance: 0 })
  const before = await t.changes()
  expect((await tester.updateStatus(order._id, 'pending')).status).toBe(409)
  expect(await t.changes()).toBe(before)
  expect(await tester.getStock(variant)).toBe(10)
})

test('units that were shipped count as returned, and the rest is shipped', async () => {
  const { order } = await createPaidOrder()
  const line = order.lines[0]?._id ?? ''
  const shipped: Order = (
    await tester.applyChange(order, {
      kind: 'createParcel',
      status: 'shipped',
      lines: [{ line, quantity: 1 }],
    })
  ).body.data
  const lines = [{ line, quantity: 2, disposition: 'write_off' as const }]
  const refunded: Order = (await tester.applyChange(shipped, toRefund(shipped, { lines }))).body
    .data
  expect(refunded.lines).toMatchObject([{ returnedQuantity: 1, removedQuantity: 1 }])
  expect(refunded.fulfillmentStatus).toBe('partially_fulfilled')
  const { body } = await tester.applyChange(refunded, { kind: 'createParcel', status: 'shipped' })
  expect(body.data.fulfillments[1].lines).toEqual([{ line, quantity: 1 }])
  expect(body.data).toMatchObject({ status: 'shipped', fulfillmentStatus: 'fulfilled' })
})

test.each<[string, (order: Order) => Partial<Refund>, string]>([
  [
    'more units than ordered',
    order => ({ lines: [{ line: order.lines[0]?._id ?? '', quantity: 4, disposition: 'keep' }] }),
    'refund_units_too_many',
  ],
  [
    'a line twice',
    order => ({ lines: [...toRefund(order).lines, ...toRefund(order).lines] }),
    'not_found',
  ],
  [
    'more than a line cost',
    order => ({
      lines: [{ line: order.lines[0]?._id ?? '', quantity: 1, amount: 3000, disposition: 'keep' }],
    }),
    'refund_too_big',
  ],
  ['more than the shipping', () => ({ shipping: 501 }), 'refund_too_big'],
  ['a fee above the amount', () => ({ fee: 5000 }), 'refund_too_big'],
  ['nothing', () => ({ lines: [] }), 'refund_empty'],
  ['more than was paid', () => ({ additionalAmount: 100_000 }), 'refund_too_big'],
])('%s is rejected and nothing is written', async (_case, change, code) => {
  const { order } = await createPaidOrder()
  const before = await t.changes()
  const reply = await tester.applyChange(order, toRefund(order, change(order)))
  expect([reply.status, reply.body.code]).toEqual([422, code])
  expect(await t.changes()).toBe(before)
})

test('a refund of nothing is rejected at the amount', async () => {
  const { order } = await createPaidOrder()
  const change = toRefund(order, { lines: [], additionalAmount: 0 })
  const { body } = await tester.previewChange(order, change)
  expect(body.errors).toMatchObject([{ path: 'change.additionalAmount', code: 'refund_empty' }])
})

test('a refund of a canceled order keeps the time of the cancellation', async () => {
  const { order } = await createPaidOrder()
  await tester.updateStatus(order._id, 'cancelled')
  const readTime = () =>
    t.inStore(
      tx => tx<{ time: string }[]>`
        select canceled_at::text as time from "order" where id = ${order._id}`,
    )
  const [before] = await readTime()
  expect(before?.time).toMatch(/^20/)
  const canceled = await tester.getOrder(order._id)
  const reply = await tester.applyChange(
    canceled,
    toRefund(canceled, { lines: [], additionalAmount: 500 }),
  )
  expect(reply.body.data).toMatchObject({ status: 'cancelled', refundedTotal: 500 })
  expect(await readTime()).toEqual([before])
})

test('a draft has nothing to refund, also no units', async () => {
  const { variant } = await tester.createProduct({ stock: 10 })
  const draft = await tester.createOrderData({
    lines: [{ variant, quantity: 3, unitPrice: 0 }],
    isDraft: true,
  })
  const before = await t.changes()
  const { body } = await tester.applyChange(draft, toRefund(draft))
  expect(body.code).toBe('nothing_to_refund')
  expect(await t.changes()).toBe(before)
})

test.each([
  ['unpaid', 0, 'nothing_to_refund'],
  ['partly paid', 500, 'refund_too_big'],
])('a refund of an %s order is refused at the field of the amount', async (_, paid, code) => {
  const { variant } = await tester.createProduct()
  const { _id: id } = await tester.createOrderData({
    lines: [{ variant, quantity: 1, unitPrice: 1000 }],
  })
  const call = { params: { id }, body: { amount: paid, method: 'bank' } }
  if (paid > 0) await t.call('owner', orderApi.addPayment, call)
  const order = await tester.getOrder(id)
  const before = await t.changes()
  const { status, body } = await tester.applyChange(order, toRefund(order))
  expect([status, body.errors[0]]).toMatchObject([422, { path: 'change.additionalAmount', code }])
  const short = { ...call, body: { amount: 1000, method: 'bank' } }
  const amountOnly = await t.call('owner', orderApi.addRefund, short)
  expect(amountOnly.body.errors).toMatchObject([{ path: 'amount', code }])
  expect(await t.changes()).toBe(before)
})

test('a canceled order has no units to refund, and takes those that are left if it is reopened', async () => {
  const { variant } = await tester.createProduct({ stock: 10 })
  const order = await tester.createOrderData({ lines: [{ variant, quantity: 3, unitPrice: 0 }] })
  await tester.applyChange(order, toRefund(order))
  expect(await tester.getStock(variant)).toBe(8)
  await tester.updateStatus(order._id, 'cancelled')
  expect(await tester.getStock(variant)).toBe(10)
  const canceled = await tester.getOrder(order._id)
  const { body } = await tester.applyChange(canceled, toRefund(canceled))
  expect(body.code).toBe('refund_empty')
  await tester.updateStatus(order._id, 'pending')
  expect(await tester.getStock(variant)).toBe(8)
  expect((await tester.getOrder(order._id)).lines).toMatchObject([
    { quantity: 3, removedQuantity: 1 },
  ])
})

test('an amount and the lines that are refunded later contain the tax once', async () => {
  const setTaxes = (rate: number) =>
    t.inStore(
      tx => tx`
        update store set default_tax_rate = ${rate}, tax_included = ${rate > 0},
          shipping_tax_rule = ${rate > 0 ? 'none' : 'highest'}`,
    )
  await setTaxes(19)
  const { variant } = await tester.createProduct({ stock: 10 })
  const order = await tester.createOrderData({
    lines: [{ variant, quantity: 1, unitPrice: 1000 }],
    shippingTotal: 1000,
    paidWith: 'bank',
  })
  await setTaxes(0)
  await tester.applyChange(order, toRefund(order, { lines: [], additionalAmount: 1000 }))
  const latest = await tester.getOrder(order._id)
  const { body } = await tester.applyChange(latest, toRefund(latest))
  expect(order.taxTotal).toBe(160)
  expect(body.data.refunds).toMatchObject([
    { amount: 1000, tax: 80 },
    { amount: 1000, tax: 80 },
  ])
})

test('20 refunds at once never return more than was paid', async () => {
  const { order, variant } = await createPaidOrder()
  const applyLatest = async () => {
    const latest = await tester.getOrder(order._id)
    return tester.applyChange(latest, toRefund(latest))
  }
  for (let round = 0; round < 4; round++)
    await Promise.all(Array.from({ length: 20 }, () => applyLatest()))
  const refunded = await tester.getOrder(order._id)
  expect(refunded).toMatchObject({ refundedTotal: 2999, lines: [{ removedQuantity: 3 }] })
  expect(refunded.refunds).toHaveLength(3)
  expect(await tester.getStock(variant)).toBe(10)
})

test('a change is applied once for its idempotency key', async () => {
  const { order } = await createPaidOrder()
  const replies = await Promise.all(
    [1, 2].map(() => tester.applyChange(order, toRefund(order), { 'idempotency-key': 'refund-1' })),
  )
  expect(replies.map(({ status }) => status)).toEqual([200, 200])
  expect((await tester.getOrder(order._id)).refunds).toHaveLength(1)
})

test('the refunds of a line add up to its price and its tax, in parts of any size', () => {
  const refundCase = fc
    .record({
      quantity: fc.integer({ min: 1, max: 50 }),
      total: fc.integer({ min: 0, max: 10_000_000 }),
      taxPermille: fc.integer({ min: 0, max: 250 }),
      parts: fc.array(fc.integer({ min: 1, max: 10 }), { maxLength: 50 }),
    })
    .map(({ taxPermille, ...rest }) => ({
      ...rest,
      tax: Math.floor((rest.total * taxPermille) / 1000),
    }))
  fc.assert(
    fc.property(refundCase, ({ quantity, total, tax, parts }) => {
      let refunded = { quantity: 0, amount: 0, tax: 0 }
      for (const part of [...parts, quantity]) {
        const step = Math.min(part, quantity - refunded.quantity)
        const priced = priceRefundedUnits({ quantity, total, tax }, refunded, { quantity: step })
        expect(Math.min(priced.amount, priced.tax)).toBeGreaterThanOrEqual(0)
        refunded = {
          quantity: refunded.quantity + priced.quantity,
          amount: refunded.amount + priced.amount,
          tax: refunded.tax + priced.tax,
        }
      }
      expect(refunded).toEqual({ quantity, amount: total, tax })
    }),
  )
})

const getLine = (order: Order) => order.lines[0]?._id ?? ''
const returnAll = async (order: Order, change: Partial<Refund>): Promise<Order> => {
  const shipped: Order = (
    await tester.applyChange(order, { kind: 'createParcel', status: 'shipped' })
  ).body.data
  const lines = [{ line: getLine(order), quantity: 3, disposition: 'restock' as const }]
  return (await tester.applyChange(shipped, toRefund(shipped, { lines, shipping: 500, ...change })))
    .body.data
}

test('a returned order whose refund kept a fee owes the customer nothing', async () => {
  const { variant } = await tester.createProduct({ stock: 10 })
  const order = await tester.createOrderData({
    customer: { name: 'Ada Byron', email: 'ada@example.com' },
    shippingAddress: exampleAddress,
    lines: [{ variant, quantity: 3, unitPrice: 1000 }],
    shippingTotal: 500,
    paidWith: 'bank',
  })
  const returned = await returnAll(order, { fee: 300 })
  expect(returned).toMatchObject({
    status: 'returned',
    refundedTotal: 3200,
    keptTotal: 300,
    balance: 0,
  })
  const page = await t.inStore(tx => findOrderPage(tx, order._id))
  expect(page).toMatchObject({ balance: 0, refundDue: 0 })
})

test('units that were refunded for less than their price leave nothing to refund', async () => {
  const { order } = await createPaidOrder()
  await t.inStore(
    tx => tx`
      update "order" set shipping_address = ${tx.json(exampleAddress)} where id = ${order._id}`,
  )
  const lines = [
    { line: getLine(order), quantity: 3, amount: 2000, disposition: 'restock' as const },
  ]
  const returned = await returnAll(order, { lines })
  expect(returned).toMatchObject({ status: 'returned', keptTotal: 999, balance: 0 })
})

test('a cancellation refunds the remaining payments except a kept fee', async () => {
  const { order } = await createPaidOrder()
  const refunded: Order = (await tester.applyChange(order, toRefund(order, { fee: 100 }))).body.data
  expect(refunded).toMatchObject({ refundedTotal: 900, keptTotal: 100, balance: 0 })
  const cancellation = { kind: 'changeStatus', status: 'cancelled', reason: 'customer' } as const
  const { body } = await tester.applyChange(refunded, { ...cancellation, refund: {} })
  expect(body.data).toMatchObject({ status: 'cancelled', refundedTotal: 3399, balance: 0 })
  const again = await tester.previewChange(body.data, toRefund(body.data, { lines: [], fee: 0 }))
  expect(again.status).toBe(422)
})

test('a refund is split over chosen payments, each up to what it can return', async () => {
  const { variant } = await tester.createProduct({ stock: 10 })
  const order = await tester.createOrderData({
    lines: [{ variant, quantity: 3, unitPrice: 1000 }],
  })
  for (const [amount, provider] of [
    [2000, 'stripe'],
    [1000, 'mollie'],
  ] as const)
    await t.inStore(
      tx => tx`
        insert into payment (order_id, kind, amount, method, provider, provider_payment_id)
        values (${order._id}, 'payment', ${amount}, 'card', ${provider}, ${`p_${order._id}`})`,
    )
  await t.inStore(
    tx => tx`
      update "order" set paid_total = 3000, payment_status = 'paid' where id = ${order._id}`,
  )
  const paid = await tester.getOrder(order._id)
  const [card = '', other = ''] = paid.payments.map(({ _id }) => _id)
  const apply = (payments: Refund['payments'], lines = toRefund(paid).lines) =>
    tester.applyChange(paid, toRefund(paid, { lines, payments, method: 'cash' }))
  const before = await t.changes()
  const twice = await apply([
    { payment: other, amount: 600 },
    { payment: other, amount: 600 },
  ])
  expect(twice.body.errors).toMatchObject([
    { path: 'change.payments.1.amount', code: 'refund_payments_too_big' },
  ])
  expect(await t.changes()).toBe(before)
  const { body } = await apply([
    { payment: card, amount: 0 },
    { payment: other, amount: 700 },
  ])
  expect(body.data).toMatchObject({
    pendingRefunds: [{ provider: 'mollie', amount: 700 }],
    refundedTotal: 300,
  })
  expect(body.data.payments.at(-1)).toMatchObject({ kind: 'refund', method: 'cash', amount: 300 })
})

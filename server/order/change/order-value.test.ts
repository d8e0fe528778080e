import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Order, orderApi } from '#contract/order/order.ts'
import type { OrderChangeOf } from '#contract/order/order-change.ts'
import { createOrderTester, type SampleProduct } from '../../testing/subject/order-testing.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'

let t: TestApp
let tester: ReturnType<typeof createOrderTester>
let teapot: SampleProduct
beforeAll(async () => {
  t = await startTestApp()
  tester = createOrderTester(t)
})
afterAll(() => t.close())
beforeEach(async () => {
  await t.resetPeople()
  teapot = await tester.createProduct()
})

/** An order of five teapots, of which an amount is paid. */
async function createOrder(paid: number): Promise<Order> {
  const { _id } = await tester.createOrderData({
    customer: { name: 'Ada Byron', email: 'ada@example.com' },
    lines: [{ variant: teapot.variant, quantity: 5 }],
  })
  if (paid > 0) await pay(_id, paid)
  return tester.getOrder(_id)
}
const pay = (id: string, amount: number) =>
  t.call('owner', orderApi.addPayment, { params: { id }, body: { amount, method: 'cash' } })

async function refund(
  { _id }: Order,
  change: Partial<Omit<OrderChangeOf<'refund'>, 'lines'>>,
  units?: { quantity: number; amount?: number },
): Promise<Order> {
  const order = await tester.getOrder(_id)
  const line = order.lines[0]?._id ?? ''
  const reply = await tester.applyChange(order, {
    kind: 'refund',
    lines: units ? [{ line, disposition: 'restock', ...units }] : [],
    reason: 'out_of_stock',
    ...change,
  })
  expect(reply.body.code).toBeUndefined()
  return reply.body.data
}

async function edit({ _id }: Order, quantity: number) {
  const order = await tester.getOrder(_id)
  const line = order.lines[0]?._id ?? ''
  return tester.applyChange(order, { kind: 'editItems', lines: [{ line, quantity }] })
}

/** Returns the net sales of an order and the total that its customer has spent. */
async function getSales({ _id }: Order) {
  const [row] = await t.inStore(
    tx => tx<{ net: number; spent: number; counted: number }[]>`
      select order_net_sales(o) as net, c.total_spent as spent, (
        select sum(d.net)::float8 from sales_day d where d.status = o.status) as counted
      from "order" o join customer c on c.id = o.customer_id where o.id = ${_id}`,
  )
  expect(row?.counted).toBe(row?.net)
  return [row?.net, row?.spent]
}
const listUnpaidNumbers = async (): Promise<string[]> => {
  const { body } = await t.call('owner', orderApi.list, { query: { view: 'unpaid' } })
  return body.data.map(({ number }: Order) => number)
}

test('units that are removed from an unpaid order are not due', async () => {
  const order = await createOrder(0)
  const changed = await refund(order, {}, { quantity: 2, amount: 0 })
  expect(changed).toMatchObject({ balance: 3000, paymentStatus: 'unpaid', refundedTotal: 0 })
  expect(await getSales(order)).toEqual([3000, 3000])
  await pay(order._id, 1000)
  expect(await tester.getOrder(order._id)).toMatchObject({
    balance: 2000,
    paymentStatus: 'partially_paid',
  })
  expect(await listUnpaidNumbers()).toEqual([order.number])
  const bulk = await t.call('owner', orderApi.bulkAddPayment, {
    body: { ids: [order._id], method: 'cash' },
  })
  expect(bulk.status).toBe(200)
  expect(await tester.getOrder(order._id)).toMatchObject({
    balance: 0,
    paidTotal: 3000,
    paymentStatus: 'paid',
  })
  expect(await listUnpaidNumbers()).toEqual([])
})

test('a customer who pays for removed units has overpaid', async () => {
  const order = await createOrder(0)
  await refund(order, {}, { quantity: 2, amount: 0 })
  await pay(order._id, 5000)
  expect(await tester.getOrder(order._id)).toMatchObject({
    balance: -2000,
    paymentStatus: 'overpaid',
  })
  expect(await refund(order, { additionalAmount: 2000 })).toMatchObject({
    balance: 0,
    paymentStatus: 'paid',
  })
  expect(await getSales(order)).toEqual([3000, 3000])
})

test('the refund of a removed unit does not increase the balance of a partly paid order', async () => {
  const order = await createOrder(2000)
  const changed = await refund(order, {}, { quantity: 1 })
  expect(changed).toMatchObject({
    balance: 3000,
    refundedTotal: 1000,
    paymentStatus: 'partially_paid',
  })
  expect(await listUnpaidNumbers()).toEqual([order.number])
  expect(await getSales(order)).toEqual([4000, 4000])
  const goodwill = await refund(order, { additionalAmount: 300, reason: 'goodwill' })
  expect(goodwill.balance).toBe(3000)
  await pay(order._id, 3000)
  expect(await tester.getOrder(order._id)).toMatchObject({
    balance: 0,
    paymentStatus: 'partially_refunded',
  })
  expect(await getSales(order)).toEqual([3700, 3700])
})

test('units that a partly paid order loses without a refund reduce only its unpaid amount', async () => {
  const order = await createOrder(4500)
  const changed = await refund(order, {}, { quantity: 1, amount: 0 })
  expect(changed).toMatchObject({ balance: 0, paymentStatus: 'paid' })
  expect(await getSales(order)).toEqual([4500, 4500])
})

test('an order that comes back unpaid is no sale and owes nothing', async () => {
  const order = await createOrder(0)
  for (const status of ['shipped', 'delivered', 'returned'])
    await tester.updateStatus(order._id, status)
  expect(await tester.getOrder(order._id)).toMatchObject({ balance: 0, paymentStatus: 'voided' })
  expect(await getSales(order)).toEqual([0, 0])
  await tester.updateStatus(order._id, 'completed')
  expect(await tester.getOrder(order._id)).toMatchObject({ balance: 0 })
})

test('the items of an order can change after a refund of goodwill or of an overpayment', async () => {
  const order = await createOrder(5000)
  await refund(order, { additionalAmount: 500, reason: 'goodwill' })
  expect((await edit(order, 6)).body.data).toMatchObject({
    balance: 1000,
    paymentStatus: 'partially_paid',
  })
  expect((await edit(order, 4)).body.data).toMatchObject({
    balance: -1000,
    paymentStatus: 'overpaid',
  })
  expect(await refund(order, { additionalAmount: 1000 })).toMatchObject({
    balance: 0,
    paymentStatus: 'partially_refunded',
  })
  expect(await getSales(order)).toEqual([3500, 3500])
  expect((await edit(order, 5)).body.data).toMatchObject({ balance: 1000 })
  await pay(order._id, 1000)
  expect(await tester.getOrder(order._id)).toMatchObject({
    balance: 0,
    paymentStatus: 'partially_refunded',
  })
  expect(await getSales(order)).toEqual([4500, 4500])
})

test('an edited order costs at least its refunds', async () => {
  const order = await createOrder(5000)
  await refund(order, { additionalAmount: 1500, reason: 'goodwill' })
  const before = await t.changes()
  const reply = await edit(order, 1)
  expect([reply.status, reply.body.code]).toEqual([409, 'order_total_refunded'])
  expect(await t.changes()).toBe(before)
  expect((await edit(order, 2)).body.data).toMatchObject({ total: 2000, balance: -3000 })
})

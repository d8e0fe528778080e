import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Order, orderApi } from '#contract/order/order.ts'
import type { OrderChangeOf } from '#contract/order/order-change.ts'
import { createOrderTester } from '../../testing/subject/order-testing.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'

let t: TestApp
let tester: ReturnType<typeof createOrderTester>
beforeAll(async () => {
  t = await startTestApp()
  tester = createOrderTester(t)
})
afterAll(() => t.close())
beforeEach(() => t.resetPeople())

type Taxes = { taxIncluded: boolean }

/** Two teapots for 119.00 or 100.00 with 19 % tax, and shipping for 5.95, paid in cash. */
async function createPaidOrder({ taxIncluded }: Taxes): Promise<Order> {
  await t.inStore(tx => tx`update store set default_tax_rate = 19, tax_included = ${taxIncluded}`)
  const teapot = await tester.createProduct({ price: taxIncluded ? 11_900 : 10_000, stock: 10 })
  const { _id, total } = await tester.createOrderData({
    customer: { name: 'Ada Byron', email: 'ada@example.com' },
    lines: [{ variant: teapot.variant, quantity: 2 }],
    shippingTotal: 595,
  })
  await t.call('owner', orderApi.addPayment, {
    params: { id: _id },
    body: { amount: total, method: 'cash' },
  })
  return tester.getOrder(_id)
}

/** Returns the net sales. The counted sales agree with them, and those with shipping and tax with the order. */
async function getNetSales({ _id }: Order) {
  const [row] = await t.inStore(
    tx => tx<{ net: number; counted: number; value: number; countedValue: number }[]>`
      select order_net_sales(o) as net, d.net as counted, order_net_value(o) as value,
        d.value as counted_value
      from "order" o, lateral (
        select sum(net)::float8 as net, sum(total - refunds)::float8 as value
        from sales_day where status = o.status
      ) d
      where o.id = ${_id}`,
  )
  expect(row).toMatchObject({ counted: row?.net, countedValue: row?.value })
  return row?.net
}

test.each([{ taxIncluded: true }, { taxIncluded: false }])(
  'refunds reduce the net sales by their part without tax and shipping: %o',
  async taxes => {
    const order = await createPaidOrder(taxes)
    const line = order.lines[0]?._id ?? ''
    const shipping = taxes.taxIncluded ? 595 : 595 + order.shippingTax
    const refund = async (change: Partial<OrderChangeOf<'refund'>>) => {
      const reply = await tester.applyChange(await tester.getOrder(order._id), {
        kind: 'refund',
        lines: [],
        reason: 'other',
        method: 'cash',
        ...change,
      })
      expect(reply.body.code).toBeUndefined()
      return getNetSales(order)
    }
    expect(await getNetSales(order)).toBe(20_000)
    expect(await refund({ shipping })).toBe(20_000)
    expect(await refund({ lines: [{ line, quantity: 1, disposition: 'restock' }] })).toBe(10_000)
    expect(await refund({ additionalAmount: 2380 })).toBe(8000)
    const rest = await tester.getOrder(order._id)
    const left = rest.paidTotal - rest.refundedTotal
    expect(await refund({ additionalAmount: left })).toBe(0)
  },
)

test('units that an unpaid order loses reduce its net sales without their tax', async () => {
  const order = await createPaidOrder({ taxIncluded: true })
  await t.inStore(async tx => {
    await tx`delete from payment where order_id = ${order._id}`
    await tx`update "order" set paid_total = 0, payment_status = 'unpaid' where id = ${order._id}`
  })
  const reply = await tester.applyChange(await tester.getOrder(order._id), {
    kind: 'refund',
    lines: [{ line: order.lines[0]?._id ?? '', quantity: 1, amount: 0, disposition: 'restock' }],
    reason: 'other',
  })
  expect(reply.body.code).toBeUndefined()
  expect(await getNetSales(order)).toBe(10_000)
})

test('the refund of an overpayment does not reduce the sales', async () => {
  const order = await createPaidOrder({ taxIncluded: true })
  await t.call('owner', orderApi.addPayment, {
    params: { id: order._id },
    body: { amount: 800, method: 'cash' },
  })
  const reply = await tester.applyChange(await tester.getOrder(order._id), {
    kind: 'refund',
    lines: [],
    reason: 'other',
    method: 'cash',
    additionalAmount: 800,
  })
  expect(reply.body.code).toBeUndefined()
  expect(await getNetSales(order)).toBe(20_000)
  const [sales] = await t.inStore(
    tx => tx`select sum(refunds)::float8 as refunds, sum(total)::float8 as total from sales_day`,
  )
  expect(sales).toMatchObject({ refunds: 0, total: order.total })
})

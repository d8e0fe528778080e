import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Invoice, type InvoiceRow, invoiceApi } from '#contract/invoice/invoice.ts'
import { orderApi } from '#contract/order/order.ts'
import type { OrderChange } from '#contract/order/order-change.ts'
import { settleRefund } from '../order/payment/provider-refund.ts'
import { createOrderTester, type SampleProduct } from '../testing/subject/order-testing.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
let orders: ReturnType<typeof createOrderTester>
let cup: SampleProduct
let book: SampleProduct

beforeAll(async () => {
  t = await startTestApp()
  orders = createOrderTester(t)
  cup = await orders.createProduct({ title: 'Cup', price: 1999, stock: 1000 })
  book = await orders.createProduct({ title: 'Book', price: 1070, stock: 1000 })
  const address = { line1: 'Ofenstr. 1', city: 'Köln', postalCode: '50667', country: 'DE' }
  await t.inStore(
    tx => tx`
      update store set address = ${tx.json(address)}, timezone = 'UTC', currency = 'EUR',
        default_tax_rate = 19, tax_included = true`,
  )
})
afterAll(() => t.close())

/** Three cups with 19 % tax, two books with 7 %, and shipping. */
async function createOrder(rest: object = {}) {
  const order = await orders.createOrderData({
    customer: { name: 'Ada Byron', email: 'ada@shopper.example' },
    lines: [
      { variant: cup.variant, quantity: 3 },
      { variant: book.variant, quantity: 2 },
    ],
    shippingTotal: 490,
    ...rest,
  })
  await t.inStore(
    tx => tx`
      update order_line set tax_rate = 7, tax = 140
      where order_id = ${order._id} and variant_id = ${book.variant}`,
  )
  await t.inStore(
    tx => tx`
      update "order" o set tax_total = o.shipping_tax + (
        select sum(l.tax) from order_line l where l.order_id = o.id)
      where id = ${order._id}`,
  )
  return orders.getOrder(order._id)
}
const pay = (id: string, amount: number) =>
  t.call('owner', orderApi.addPayment, { params: { id }, body: { amount, method: 'cash' } })

async function createPaidInvoice(rest: object = {}): Promise<Invoice> {
  const order = await createOrder(rest)
  await pay(order._id, order.total)
  const draft = await t.call('owner', invoiceApi.create, { body: { order: order._id } })
  const params = { id: draft.body.data._id }
  return (await t.call('owner', invoiceApi.issue, { params, body: {} })).body.data
}
const getInvoice = async (id: string): Promise<Invoice> =>
  (await t.call('owner', invoiceApi.get, { params: { id } })).body.data
const refund = async (id: string, change: object) =>
  orders.applyChange(await orders.getOrder(id), {
    kind: 'refund',
    lines: [],
    reason: 'other',
    ...change,
  } as OrderChange)
const listOrderInvoices = async (order: string): Promise<InvoiceRow[]> =>
  (await t.call('owner', invoiceApi.list, { query: { order } })).body.data

const issueFor = async (order: string): Promise<Invoice> => {
  const draft = await t.call('owner', invoiceApi.create, { body: { order } })
  const params = { id: draft.body.data._id }
  return (await t.call('owner', invoiceApi.issue, { params, body: {} })).body.data
}

/** Refunds by a provider, and lets its bank return the money with `returnToBank`. */
async function refundByProvider(orderId: string, change: object) {
  await t.inStore(
    tx => tx`
      update payment set provider = 'stripe', provider_payment_id = 'pi_' || id
      where order_id = ${orderId} and kind = 'payment'`,
  )
  await refund(orderId, change)
  const settle = (state: 'succeeded' | 'failed') =>
    t.inStore(async tx => {
      const [row] = await tx<{ id: string }[]>`
        select id from payment_refund where order_id = ${orderId} order by id desc limit 1`
      await settleRefund(tx, row?.id ?? '', { refundId: `re_${row?.id}`, state })
    })
  await settle('succeeded')
  return { returnToBank: () => settle('failed') }
}
const sumPapers = async (order: string): Promise<number> =>
  (await listOrderInvoices(order)).reduce(
    (sum, { kind, total }) => sum + (kind === 'invoice' ? total : -total),
    0,
  )

test('a refund that a bank returns is billed again, and the other credit notes are kept', async () => {
  const invoice = await createPaidInvoice()
  const order = invoice.order._id
  const { returnToBank } = await refundByProvider(order, {
    lines: [{ line: invoice.document.lines[0]?.orderLine, quantity: 1, disposition: 'keep' }],
  })
  await refund(order, { additionalAmount: 0, shipping: 490, payments: [], method: 'cash' })
  await t.call('owner', invoiceApi.credit, {
    params: { id: invoice._id },
    body: { lines: [{ line: invoice.document.lines[1]?.orderLine, quantity: 1 }] },
  })
  expect(await sumPapers(order)).toBe(invoice.total - 1999 - 490 - 1070)
  await returnToBank()
  await returnToBank()
  const rows = await listOrderInvoices(order)
  expect(await sumPapers(order)).toBe(invoice.total - 490 - 1070)
  const invoices = rows.filter(({ kind }) => kind === 'invoice')
  expect(invoices.map(({ status }) => status).toSorted()).toEqual(['Corrected', 'Paid'])
  const second = await getInvoice(invoices.find(({ _id }) => _id !== invoice._id)?._id ?? '')
  expect(second).toMatchObject({ total: invoice.total, creditedTotal: 490 + 1070 })
  expect(second.document.buyer).toEqual(invoice.document.buyer)
})

test('a returned refund of a canceled order, and one without a credit note, change no papers', async () => {
  const canceled = await createPaidInvoice()
  const refunded = await refundByProvider(canceled.order._id, { additionalAmount: 500 })
  await orders.updateStatus(canceled.order._id, 'cancelled')
  const before = await listOrderInvoices(canceled.order._id)
  await refunded.returnToBank()
  expect(await listOrderInvoices(canceled.order._id)).toEqual(before)
  const order = await createOrder()
  await pay(order._id, order.total)
  const { returnToBank } = await refundByProvider(order._id, { additionalAmount: 500 })
  await returnToBank()
  expect(await listOrderInvoices(order._id)).toEqual([])
  expect(await issueFor(order._id)).toMatchObject({ total: order.total, creditedTotal: 0 })
})

test('a returned refund of an order whose next invoice lacks a legal detail leaves its draft', async () => {
  const invoice = await createPaidInvoice()
  const order = invoice.order._id
  const { returnToBank } = await refundByProvider(order, { additionalAmount: 500 })
  await t.inStore(tx => tx`update store set address = '{}'`)
  await returnToBank()
  const [row] = await t.inStore(
    tx => tx<{ drafts: number; credited: number }[]>`
      select count(*) filter (where number is null)::integer as drafts,
        sum(credited_total)::float8 as credited
      from invoice where order_id = ${order} and kind = 'invoice'`,
  )
  expect(row).toEqual({ drafts: 1, credited: invoice.total })
})

test('banks that return refunds at once leave no gap in the series', async () => {
  await t.inStore(
    tx => tx`update store set address = '{"line1":"Ofenstr. 1","city":"Köln","country":"DE"}'`,
  )
  const returns: (() => Promise<unknown>)[] = []
  const created: string[] = []
  for (let i = 0; i < 5; i++) {
    const { order } = await createPaidInvoice()
    returns.push((await refundByProvider(order._id, { additionalAmount: 300 })).returnToBank)
    created.push(order._id)
  }
  const later = await createOrder()
  await pay(later._id, later.total)
  await refund(later._id, { additionalAmount: 100 })
  await Promise.all([...returns.map(work => work()), issueFor(later._id)])
  for (const id of created) expect(await listOrderInvoices(id)).toHaveLength(4)
  const gaps = await t.inStore(
    tx => tx`
      select series from invoice where number is not null
      group by series having count(*) <> max(series_number)`,
  )
  expect([...gaps]).toEqual([])
})

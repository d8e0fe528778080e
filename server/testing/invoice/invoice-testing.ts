import { type Invoice, type InvoiceRow, invoiceApi } from '#contract/invoice/invoice.ts'
import { orderApi } from '#contract/order/order.ts'
import type { OrderChange } from '#contract/order/order-change.ts'
import { createOrderTester, type SampleProduct } from '../subject/order-testing.ts'
import type { TestApp } from '../testing.ts'

/** Completes the store of the test owner, and returns functions that bill, pay and refund its orders. */
export async function createInvoiceTester(t: TestApp) {
  const orders = createOrderTester(t)
  const cup = await orders.createProduct({ title: 'Cup', price: 1999, stock: 1000 })
  const book = await orders.createProduct({ title: 'Book', price: 1070, stock: 1000 })
  const address = { line1: 'Ofenstr. 1', city: 'Köln', postalCode: '50667', country: 'DE' }
  await t.inStore(
    tx => tx`
      update store set address = ${tx.json(address)}, timezone = 'UTC', currency = 'EUR',
        default_tax_rate = 19, tax_included = true`,
  )

  const createOrder = (rest: object = {}) => createTaxedOrder(t, { orders, cup, book }, rest)
  const pay = (id: string, amount: number) =>
    t.call('owner', orderApi.addPayment, { params: { id }, body: { amount, method: 'cash' } })

  async function createPaidInvoice(rest: object = {}): Promise<Invoice> {
    const order = await createOrder(rest)
    await pay(order._id, order.total)
    return issueFor(order._id)
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

  return {
    orders,
    cup,
    book,
    createOrder,
    pay,
    createPaidInvoice,
    getInvoice,
    refund,
    listOrderInvoices,
    issueFor,
  }
}

type Products = {
  orders: ReturnType<typeof createOrderTester>
  cup: SampleProduct
  book: SampleProduct
}

/** Three cups with 19 % tax, two books with 7 %, and shipping. */
async function createTaxedOrder(t: TestApp, { orders, cup, book }: Products, rest: object) {
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

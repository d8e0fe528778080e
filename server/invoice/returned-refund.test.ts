import { afterAll, beforeAll, expect, test } from 'vitest'
import { invoiceApi } from '#contract/invoice/invoice.ts'
import { settleRefund } from '../order/payment/provider-refund.ts'
import { createInvoiceTester } from '../testing/invoice/invoice-testing.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
let tester: Awaited<ReturnType<typeof createInvoiceTester>>

beforeAll(async () => {
  t = await startTestApp()
  tester = await createInvoiceTester(t)
})
afterAll(() => t.close())

/** Refunds by a provider, and lets its bank return the money with `returnToBank`. */
async function refundByProvider(orderId: string, change: object) {
  await t.inStore(
    tx => tx`
      update payment set provider = 'stripe', provider_payment_id = 'pi_' || id
      where order_id = ${orderId} and kind = 'payment'`,
  )
  await tester.refund(orderId, change)
  const settle = (state: 'succeeded' | 'failed') =>
    t.inStore(async tx => {
      const [row] = await tx<{ id: string }[]>`
        select id from payment_refund where order_id = ${orderId} order by id desc limit 1`
      await settleRefund(tx, row?.id ?? '', { refundId: `re_${row?.id}`, state })
    })
  await settle('succeeded')
  return { returnToBank: () => settle('failed') }
}
const address = { line1: 'Ofenstr. 1', city: 'Köln', postalCode: '50667', country: 'DE' }
const setAddress = (value: Record<string, string>) =>
  t.inStore(tx => tx`update store set address = ${tx.json(value)}`)
const sumPapers = async (order: string): Promise<number> =>
  (await tester.listOrderInvoices(order)).reduce(
    (sum, { kind, total }) => sum + (kind === 'invoice' ? total : -total),
    0,
  )

test('a refund that a bank returns is billed again, and the other credit notes are kept', async () => {
  const invoice = await tester.createPaidInvoice()
  const order = invoice.order._id
  const { returnToBank } = await refundByProvider(order, {
    lines: [{ line: invoice.document.lines[0]?.orderLine, quantity: 1, disposition: 'keep' }],
  })
  await tester.refund(order, { additionalAmount: 0, shipping: 490, payments: [], method: 'cash' })
  await t.call('owner', invoiceApi.credit, {
    params: { id: invoice._id },
    body: { lines: [{ line: invoice.document.lines[1]?.orderLine, quantity: 1 }] },
  })
  expect(await sumPapers(order)).toBe(invoice.total - 1999 - 490 - 1070)
  await returnToBank()
  await returnToBank()
  const rows = await tester.listOrderInvoices(order)
  expect(await sumPapers(order)).toBe(invoice.total - 490 - 1070)
  const invoices = rows.filter(({ kind }) => kind === 'invoice')
  expect(invoices.map(({ status }) => status).toSorted()).toEqual(['Corrected', 'Paid'])
  const second = await tester.getInvoice(invoices.find(({ _id }) => _id !== invoice._id)?._id ?? '')
  expect(second).toMatchObject({ total: invoice.total, creditedTotal: 490 + 1070 })
  expect(second.document.buyer).toEqual(invoice.document.buyer)
})

test('a returned refund of a canceled order, and one without a credit note, change no documents', async () => {
  const canceled = await tester.createPaidInvoice()
  const refunded = await refundByProvider(canceled.order._id, { additionalAmount: 500 })
  await tester.orders.updateStatus(canceled.order._id, 'cancelled')
  const before = await tester.listOrderInvoices(canceled.order._id)
  await refunded.returnToBank()
  expect(await tester.listOrderInvoices(canceled.order._id)).toEqual(before)
  const order = await tester.createOrder()
  await tester.pay(order._id, order.total)
  const { returnToBank } = await refundByProvider(order._id, { additionalAmount: 500 })
  await returnToBank()
  expect(await tester.listOrderInvoices(order._id)).toEqual([])
  expect(await tester.issueFor(order._id)).toMatchObject({ total: order.total, creditedTotal: 0 })
})

test('a returned refund of an order whose next invoice lacks a legal detail leaves its draft', async () => {
  const invoice = await tester.createPaidInvoice()
  const order = invoice.order._id
  const { returnToBank } = await refundByProvider(order, { additionalAmount: 500 })
  await setAddress({})
  await returnToBank()
  await setAddress(address)
  const [row] = await t.inStore(
    tx => tx<{ drafts: number; credited: number }[]>`
      select count(*) filter (where number is null)::integer as drafts,
        sum(credited_total)::float8 as credited
      from invoice where order_id = ${order} and kind = 'invoice'`,
  )
  expect(row).toEqual({ drafts: 1, credited: invoice.total })
})

test('banks that return refunds at once leave no gap in the series', async () => {
  const returns: (() => Promise<unknown>)[] = []
  const created: string[] = []
  for (let i = 0; i < 5; i++) {
    const { order } = await tester.createPaidInvoice()
    returns.push((await refundByProvider(order._id, { additionalAmount: 300 })).returnToBank)
    created.push(order._id)
  }
  const later = await tester.createOrder()
  await tester.pay(later._id, later.total)
  await tester.refund(later._id, { additionalAmount: 100 })
  await Promise.all([...returns.map(work => work()), tester.issueFor(later._id)])
  for (const id of created) expect(await tester.listOrderInvoices(id)).toHaveLength(4)
  const gaps = await t.inStore(
    tx => tx`
      select series from invoice where number is not null
      group by series having count(*) <> max(series_number)`,
  )
  expect([...gaps]).toEqual([])
})

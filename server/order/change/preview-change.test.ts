import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Invoice, invoiceApi } from '#contract/invoice/invoice.ts'
import type { Order } from '#contract/order/order.ts'
import type { OrderChange, OrderChangeOf } from '#contract/order/order-change.ts'
import { orderMailApi } from '#contract/order/order-mail.ts'
import { createInvoiceTester } from '../../testing/invoice/invoice-testing.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'
import { createOrderEvent } from '../fulfillment/order-event.ts'

let t: TestApp
let tester: Awaited<ReturnType<typeof createInvoiceTester>>
beforeAll(async () => {
  t = await startTestApp()
  tester = await createInvoiceTester(t)
})
afterAll(() => t.close())

const preview = async (order: Order, change: OrderChange) =>
  (await tester.orders.previewChange(order, change)).body.data
const toRefund = (order: Order, isNotified = true): OrderChange => ({
  kind: 'refund',
  lines: [{ line: order.lines[0]?._id ?? '', quantity: 1, disposition: 'restock' }],
  reason: 'returned',
  isNotified,
})
const updateSettings = (body: object) => t.call('owner', invoiceApi.updateSettings, { body })
/** Returns the order of an issued invoice. Its customer gets emails. */
async function createBilledOrder(): Promise<{ order: Order; invoice: Invoice }> {
  const invoice = await tester.createPaidInvoice()
  await t.inStore(tx => createOrderEvent(tx, invoice.order._id, 'payment_link_created'))
  return { invoice, order: await tester.orders.getOrder(invoice.order._id) }
}

test('the preview of a refund lists its credit note and emails, and issues nothing', async () => {
  await updateSettings({ emailsIssued: false })
  const { order, invoice } = await createBilledOrder()
  const before = await t.changes()
  expect(await preview(order, toRefund(order))).toMatchObject({
    emails: ['refunded'],
    documents: [{ kind: 'credit_note', total: 1999, isEmailed: false }],
  })
  expect(await preview(order, toRefund(order, false))).toMatchObject({ emails: [] })
  await updateSettings({ emailsIssued: true })
  expect((await preview(order, toRefund(order))).documents).toMatchObject([{ isEmailed: true }])
  expect((await tester.getInvoice(invoice._id)).creditNotes).toEqual([])
  await updateSettings({ emailsIssued: false })
  expect(await t.changes()).toBeGreaterThan(before)
  await tester.orders.applyChange(order, toRefund(order))
  expect((await tester.getInvoice(invoice._id)).creditNotes).toMatchObject([{ total: 1999 }])
})

test('the preview of an online refund lists what follows once its provider confirms', async () => {
  const { order } = await createBilledOrder()
  await t.inStore(
    tx => tx`
      update payment set provider = 'stripe', provider_payment_id = 'pi_1'
      where order_id = ${order._id}`,
  )
  const before = await t.changes()
  const { isNotified: _, ...unspecified } = toRefund(order) as OrderChangeOf<'refund'>
  expect((await preview(order, unspecified)).emails).toEqual(['refunded'])
  const result = await preview(order, toRefund(order))
  expect(result).toMatchObject({
    emails: ['refunded'],
    documents: [{ kind: 'credit_note', total: 1999 }],
    // The order counts the refund once the provider has confirmed it.
    order: { refundedTotal: 0, pendingRefunds: [{ amount: 1999 }] },
  })
  expect((await preview(order, toRefund(order, false))).emails).toEqual([])
  expect(await t.changes()).toBe(before)
  await t.call('owner', orderMailApi.setEnabled, { body: { kind: 'refunded', isEnabled: false } })
  expect((await preview(order, toRefund(order))).emails).toEqual([])
  await t.call('owner', orderMailApi.setEnabled, { body: { kind: 'refunded', isEnabled: true } })
})

test('a cancellation lists the credit note of its refund', async () => {
  const { order } = await createBilledOrder()
  const cancellation = { kind: 'changeStatus', status: 'cancelled', reason: 'customer' } as const
  expect((await preview(order, cancellation)).documents).toEqual([])
  expect(await preview(order, { ...cancellation, refund: { method: 'cash' } })).toMatchObject({
    emails: ['cancelled', 'refunded'],
    documents: [{ kind: 'credit_note', total: order.total }],
  })
})

test('an edit that leaves nothing to pay, and a paid exchange, list the invoices that follow', async () => {
  const order = await tester.createOrder()
  const [cups] = order.lines
  await tester.pay(order._id, 2 * 1999)
  const partlyPaid = await tester.orders.getOrder(order._id)
  const edit = (quantity: number): OrderChange => ({
    kind: 'editItems',
    lines: [{ line: cups?._id, quantity }],
    shippingTotal: 0,
  })
  expect((await preview(partlyPaid, edit(2))).documents).toEqual([])
  await updateSettings({ issuesWhenPaid: true })
  const { documents } = await preview(partlyPaid, edit(2))
  expect(documents).toEqual([{ kind: 'invoice', total: 3998, isEmailed: false }])
  expect((await preview(partlyPaid, edit(1))).documents).toMatchObject([{ total: 1999 }])
  expect((await preview(partlyPaid, edit(3))).documents).toEqual([])
  await updateSettings({ issuesWhenPaid: false })
})

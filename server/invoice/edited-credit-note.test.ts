import { afterAll, beforeAll, expect, test } from 'vitest'
import { sum } from '#contract/lib/sum.ts'
import type { Order } from '#contract/order/order.ts'
import type { OrderChange } from '#contract/order/order-change.ts'
import { settleRefund } from '../order/payment/provider-refund.ts'
import { createInvoiceTester } from '../testing/invoice/invoice-testing.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'
import { issuePaidJobs } from './issue-paid-job.ts'

let t: TestApp
let tester: Awaited<ReturnType<typeof createInvoiceTester>>

beforeAll(async () => {
  t = await startTestApp()
  tester = await createInvoiceTester(t)
})
afterAll(() => t.close())

/** Returns an edit to these quantities of the lines. Lines that are new have the price of the cup. */
function toEdit(order: Order, quantities: readonly number[]): OrderChange {
  const kept = order.lines.flatMap(({ _id, unitPrice }, i) =>
    (quantities[i] ?? 0) > 0 ? [{ line: _id, quantity: quantities[i] ?? 0, unitPrice }] : [],
  )
  const added = quantities
    .slice(order.lines.length)
    .map(quantity => ({ variant: tester.cup.variant, quantity, unitPrice: 1999 }))
  const { shippingTotal, shippingMethod } = order
  return {
    kind: 'editItems',
    lines: [...kept, ...added],
    shippingTotal,
    shippingMethod,
  } as OrderChange
}

async function editOrder(id: string, quantities: readonly number[]) {
  const order = await tester.orders.getOrder(id)
  const change = toEdit(order, quantities)
  const preview = await tester.orders.previewChange(order, change)
  expect((await tester.orders.applyChange(order, change)).status).toBe(200)
  return preview.body.data.documents
}

const sumBilled = async (order: string): Promise<number> => {
  const rows = await tester.listOrderInvoices(order)
  return sum(rows.map(({ kind, total }) => (kind === 'invoice' ? total : -total)))
}

const runPaidJob = (orderId: string) =>
  issuePaidJobs(t.app)['invoice.issuePaid']?.(
    { storeId: t.people.owner.storeId, orderId },
    {} as never,
  )

test('an edit that makes an order cheaper credits the difference by its lines and taxes', async () => {
  const { _id } = await tester.createOrder()
  const { _id: id } = await tester.issueFor(_id)
  const documents = await editOrder(_id, [1])
  expect(documents).toEqual([{ kind: 'credit_note', total: 2 * 1999 + 2 * 1070, isEmailed: false }])
  const invoice = await tester.getInvoice(id)
  expect(invoice.isOrderChanged).toBe(false)
  const note = await tester.getInvoice(invoice.creditNotes[0]?._id ?? '')
  expect(note.document.lines).toMatchObject([
    { title: 'Cup', quantity: 2, total: 3998, taxRate: 19 },
    { title: 'Book', quantity: 2, total: 2140, taxRate: 7, tax: 140 },
  ])
  const order = await tester.orders.getOrder(_id)
  expect(await sumBilled(_id)).toBe(order.total)
  await tester.pay(_id, order.total)
  expect(await tester.getInvoice(id)).toMatchObject({ status: 'Paid' })
  expect((await tester.orders.getOrder(_id)).paymentStatus).toBe('paid')
})

test('an edit that makes an order more expensive replaces its invoice, also after it was paid', async () => {
  const { _id, total } = await tester.createOrder()
  await tester.pay(_id, total)
  const { _id: id } = await tester.issueFor(_id)
  const documents = await editOrder(_id, [3, 2, 1])
  expect(documents).toEqual([
    { kind: 'credit_note', total, isEmailed: false },
    { kind: 'invoice', total: total + 1999, isEmailed: false },
  ])
  expect(await tester.getInvoice(id)).toMatchObject({ status: 'Corrected' })
  const [newInvoice] = (await tester.listOrderInvoices(_id)).filter(
    row => row.kind === 'invoice' && row._id !== id,
  )
  const { document } = await tester.getInvoice(newInvoice?._id ?? '')
  expect(document).toMatchObject({ total: total + 1999, paid: total })
  await tester.pay(_id, 1999)
  await runPaidJob(_id)
  expect(await sumBilled(_id)).toBe(total + 1999)
  expect(await tester.getInvoice(newInvoice?._id ?? '')).toMatchObject({ status: 'Paid' })
})

test('an edit of lines or tax rates has another invoice, and one that changes no price has none', async () => {
  const { _id, total } = await tester.createOrder()
  await tester.issueFor(_id)
  const kinds = async (quantities: readonly number[]) =>
    (await editOrder(_id, quantities)).map(({ kind }: { kind: string }) => kind)
  // The rate of the book is now that of the store.
  expect(await kinds([3, 2])).toEqual(['credit_note', 'invoice'])
  expect(await sumBilled(_id)).toBe(total)
  expect(await kinds([3, 2])).toEqual([])
  expect(await kinds([0, 2, 1])).toEqual(['credit_note', 'invoice'])
  expect(await sumBilled(_id)).toBe(total - 2 * 1999)
})

test('a refund after an edit is credited, and billed again if a bank returns it', async () => {
  const { _id, total } = await tester.createOrder()
  await tester.pay(_id, total)
  await tester.issueFor(_id)
  await editOrder(_id, [3, 2])
  await editOrder(_id, [2, 2])
  expect(await sumBilled(_id)).toBe(total - 1999)
  await tester.refund(_id, { additionalAmount: 1999 })
  expect(await sumBilled(_id)).toBe(total - 1999)
  await t.inStore(
    tx => tx`
      update payment set provider = 'stripe', provider_payment_id = 'pi_' || id
      where order_id = ${_id} and kind = 'payment'`,
  )
  await tester.refund(_id, { additionalAmount: 500 })
  const settle = (state: 'succeeded' | 'failed') =>
    t.inStore(async tx => {
      const [row] = await tx<{ id: string }[]>`
        select id from payment_refund where order_id = ${_id} order by id desc limit 1`
      await settleRefund(tx, row?.id ?? '', { refundId: `re_${row?.id}`, state })
    })
  await settle('succeeded')
  expect(await sumBilled(_id)).toBe(total - 1999 - 500)
  await settle('failed')
  expect(await sumBilled(_id)).toBe(total - 1999)
})

test('a canceled order that was paid in part is billed again when it is reopened', async () => {
  const { _id, total } = await tester.createOrder()
  await tester.issueFor(_id)
  await tester.pay(_id, 5000)
  await tester.orders.updateStatus(_id, 'cancelled')
  expect(await sumBilled(_id)).toBe(5000)
  await tester.orders.updateStatus(_id, 'pending')
  expect(await sumBilled(_id)).toBe(total)
  const rows = await tester.listOrderInvoices(_id)
  expect(rows.filter(({ kind }) => kind === 'invoice').map(row => row.total)).toEqual([
    total,
    total,
  ])
})

test('the payment of an order corrects an invoice over another total', async () => {
  const { _id, total } = await tester.createOrder()
  const { _id: id } = await tester.issueFor(_id)
  await t.inStore(async tx => {
    await tx`update order_line set quantity = 4, total = 7996, tax = 1277
      where order_id = ${_id} and variant_id = ${tester.cup.variant}`
    await tx`update "order" set total = total + 1999, subtotal = subtotal + 1999, tax_total = tax_total + 320
      where id = ${_id}`
  })
  expect((await tester.getInvoice(id)).isOrderChanged).toBe(true)
  await tester.pay(_id, total + 1999)
  await runPaidJob(_id)
  expect(await sumBilled(_id)).toBe(total + 1999)
  await runPaidJob(_id)
  expect(await tester.listOrderInvoices(_id)).toHaveLength(3)
})

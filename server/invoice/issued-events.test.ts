import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Invoice, invoiceApi } from '#contract/invoice/invoice.ts'
import { createInvoiceTester } from '../testing/invoice/invoice-testing.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
let tester: Awaited<ReturnType<typeof createInvoiceTester>>
beforeAll(async () => {
  t = await startTestApp()
  tester = await createInvoiceTester(t)
})
afterAll(() => t.close())

/** Returns the documents that the timeline of the order shows, oldest first. */
async function listDocumentEvents(orderId: string) {
  const { timeline } = await tester.orders.getOrder(orderId)
  return timeline.flatMap(({ type, actor, data }) =>
    type === 'invoice_issued' || type === 'credit_note_issued' ? [{ type, actor, data }] : [],
  )
}
const toEvent = ({ _id, kind, number, total }: Invoice, actor: string) => ({
  type: `${kind}_issued`,
  actor,
  data: { invoice: number, invoiceId: _id, amount: total },
})
const credit = (id: string) => t.call('owner', invoiceApi.credit, { params: { id }, body: {} })
const preview = async (orderId: string) =>
  tester.orders.previewChange(await tester.orders.getOrder(orderId), {
    kind: 'refund',
    lines: [],
    reason: 'other',
    additionalAmount: 500,
  })

test('the timeline of the order shows each issued document once, but no draft and no preview', async () => {
  const { _id: orderId } = await tester.createOrder()
  const draft = await t.call('owner', invoiceApi.create, { body: { order: orderId } })
  expect(await listDocumentEvents(orderId)).toEqual([])
  const params = { id: draft.body.data._id }
  const issue = () => t.call('owner', invoiceApi.issue, { params, body: {} })
  const [first, second] = await Promise.all([issue(), issue()])
  expect([first.status, second.status].toSorted()).toEqual([201, 409])
  await tester.pay(orderId, 1000)
  await preview(orderId)
  const invoice = await tester.getInvoice(params.id)
  expect(await listDocumentEvents(orderId)).toEqual([toEvent(invoice, 'Test owner')])
  const creditNote: Invoice = (await credit(invoice._id)).body.data
  const before = await t.changes()
  expect((await credit(invoice._id)).status).toBe(409)
  expect(await t.changes()).toBe(before)
  expect(await listDocumentEvents(orderId)).toEqual([
    toEvent(invoice, 'Test owner'),
    toEvent(creditNote, 'Test owner'),
  ])
})

test('a refund has its credit note in the timeline', async () => {
  const invoice = await tester.createPaidInvoice()
  await tester.refund(invoice.order._id, { additionalAmount: 500 })
  const [note] = (await tester.getInvoice(invoice._id)).creditNotes
  expect(await listDocumentEvents(invoice.order._id)).toMatchObject([
    toEvent(invoice, 'Test owner'),
    { type: 'credit_note_issued', data: { invoiceId: note?._id, amount: 500 } },
  ])
})

test('an invoice that a job issues has no person', async () => {
  const body = { issuesWhenPaid: true, emailsIssued: false }
  expect((await t.call('owner', invoiceApi.updateSettings, { body })).status).toBe(200)
  const order = await tester.createOrder()
  await tester.pay(order._id, order.total)
  await t.runJobs()
  const [row] = await tester.listOrderInvoices(order._id)
  const invoice = await tester.getInvoice(row?._id ?? '')
  expect(await listDocumentEvents(order._id)).toEqual([toEvent(invoice, '')])
})

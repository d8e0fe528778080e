import { afterAll, beforeAll, expect, test } from 'vitest'
import { invoiceApi } from '#contract/invoice/invoice.ts'
import { orderApi } from '#contract/order/order.ts'
import { applyOrderChange } from '../order/change/apply-change.ts'
import { createInvoiceTester } from '../testing/invoice/invoice-testing.ts'
import { issuePastDue } from '../testing/invoice/issue-past-due.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
let tester: Awaited<ReturnType<typeof createInvoiceTester>>

beforeAll(async () => {
  t = await startTestApp()
  tester = await createInvoiceTester(t)
})
afterAll(() => t.close())

const cancel = {
  kind: 'changeStatus',
  status: 'cancelled',
  reason: 'customer',
} as const

test('the cancellation of an unpaid order credits its invoice as its preview says', async () => {
  const { _id, total } = await tester.createOrder()
  const { _id: id } = await tester.issueFor(_id)
  const order = await tester.orders.getOrder(_id)
  const preview = await tester.orders.previewChange(order, cancel)
  expect(preview.body.data.documents).toEqual([{ kind: 'credit_note', total, isEmailed: false }])
  expect((await tester.getInvoice(id)).creditNotes).toEqual([])
  await tester.orders.applyChange(order, cancel)
  const invoice = await tester.getInvoice(id)
  expect(invoice).toMatchObject({ status: 'Corrected', creditedTotal: total })
  const note = await tester.getInvoice(invoice.creditNotes[0]?._id ?? '')
  expect(note.document.taxes).toEqual(invoice.document.taxes)
  expect(note.document.lines).toMatchObject([
    { title: 'Cup', quantity: 3, total: 5997 },
    { title: 'Book', quantity: 2, total: 2140 },
    { quantity: 1, total: 490 },
  ])
  await tester.orders.updateStatus(_id, 'pending')
  expect(await tester.issueFor(_id)).toMatchObject({ total, creditedTotal: 0, status: 'Issued' })
})

test('bulk cancellations and those without a request credit too', async () => {
  const orders = [await tester.createOrder(), await tester.createOrder()]
  const ids = orders.map(({ _id }) => _id)
  const invoices = [await tester.issueFor(ids[0] ?? ''), await tester.issueFor(ids[1] ?? '')]
  await t.call('owner', orderApi.bulkUpdateStatus, {
    body: { ids: ids.slice(0, 1), status: 'cancelled', reason: 'customer' },
  })
  await t.inStore(tx =>
    applyOrderChange(
      { tx, storeId: t.people.owner.storeId, id: ids[1] ?? '' },
      { change: { kind: 'changeStatus', status: 'cancelled', reason: 'customer' } },
    ),
  )
  for (const { _id, total } of invoices)
    expect(await tester.getInvoice(_id)).toMatchObject({
      status: 'Corrected',
      creditedTotal: total,
    })
})

test('an invoice that its cancellation did not correct is not past due, and can be credited', async () => {
  const { _id, total } = await tester.createOrder()
  const draft = await t.call('owner', invoiceApi.create, { body: { order: _id } })
  const params = { id: draft.body.data._id }
  await issuePastDue(t, params.id)
  expect(await tester.getInvoice(params.id)).toMatchObject({
    status: 'Past Due',
    isOrderChanged: false,
  })
  await t.inStore(tx => tx`update "order" set status = 'cancelled' where id = ${_id}`)
  expect(await tester.getInvoice(params.id)).toMatchObject({
    status: 'Issued',
    isOrderChanged: true,
  })
  const listIds = async (status: 'Past Due' | 'Issued') =>
    (await t.call('owner', invoiceApi.list, { query: { status: [status] } })).body.data.map(
      (row: { _id: string }) => row._id,
    )
  expect(await listIds('Past Due')).not.toContain(params.id)
  expect(await listIds('Issued')).toContain(params.id)
  await t.call('owner', invoiceApi.credit, { params, body: {} })
  expect(await tester.getInvoice(params.id)).toMatchObject({
    status: 'Corrected',
    creditedTotal: total,
    isOrderChanged: false,
  })
})

test('a canceled order that was paid in part is credited as far as the money is not kept', async () => {
  const { _id, total } = await tester.createOrder()
  const { _id: id } = await tester.issueFor(_id)
  await tester.pay(_id, 5000)
  await tester.orders.updateStatus(_id, 'cancelled')
  expect(await tester.getInvoice(id)).toMatchObject({
    creditedTotal: total - 5000,
    isOrderChanged: false,
  })
  await tester.refund(_id, { additionalAmount: 5000 })
  expect(await tester.getInvoice(id)).toMatchObject({ creditedTotal: total, status: 'Corrected' })
})

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Invoice, invoiceApi } from '#contract/invoice/invoice.ts'
import { orderApi } from '#contract/order/order.ts'
import { settleRefund } from '../order/payment/provider-refund.ts'
import { createInvoiceTester } from '../testing/invoice/invoice-testing.ts'
import { listMailsTo } from '../testing/list-mails.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
let tester: Awaited<ReturnType<typeof createInvoiceTester>>

beforeAll(async () => {
  t = await startTestApp()
  tester = await createInvoiceTester(t)
})
// No order of an earlier test becomes an invoice by a job.
beforeEach(() => updateSettings({ issuesWhenPaid: false, emailsIssued: false }))
afterAll(() => t.close())

async function updateSettings(body: { issuesWhenPaid: boolean; emailsIssued: boolean }) {
  expect((await t.call('owner', invoiceApi.updateSettings, { body })).status).toBe(200)
}

async function getLastCreditNote(invoice: Invoice): Promise<Invoice> {
  const { creditNotes } = await tester.getInvoice(invoice._id)
  return tester.getInvoice(creditNotes.at(-1)?._id ?? '')
}

test('a refund of units and of a part of the shipping has a credit note over exactly these', async () => {
  const invoice = await tester.createPaidInvoice()
  const { lines } = await tester.orders.getOrder(invoice.order._id)
  const [cups, books] = lines
  const reply = await tester.refund(invoice.order._id, {
    lines: [
      { line: cups?._id, quantity: 2, disposition: 'keep' },
      { line: books?._id, quantity: 0, amount: 100, disposition: 'keep' },
    ],
    shipping: 190,
  })
  expect(reply.status).toBe(200)
  const note = await getLastCreditNote(invoice)
  expect(note).toMatchObject({ kind: 'credit_note', total: 2 * 1999 + 100 + 190, status: 'Issued' })
  expect(note.document.lines).toMatchObject([
    { title: 'Cup', quantity: 2, unitPrice: 1999, discount: 0, taxRate: 19, total: 3998, tax: 639 },
    { title: 'Book', quantity: 1, unitPrice: 100, taxRate: 7, total: 100, tax: 7 },
  ])
  expect(note.document.shipping).toMatchObject({ total: 190 })
  const [stored] = await t.inStore(
    tx => tx<{ tax: number }[]>`
      select r.tax from refund r join invoice i on i.refund_id = r.id where i.id = ${note._id}`,
  )
  expect(note.document.tax).toBe(stored?.tax)
  expect((await tester.getInvoice(invoice._id)).status).toBe('Paid')
})

test('a refund of an amount, and all that is left afterwards, leave nothing at any tax rate', async () => {
  for (const currency of ['EUR', 'JPY', 'KWD']) {
    await t.inStore(tx => tx`update store set currency = ${currency}`)
    const invoice = await tester.createPaidInvoice()
    await tester.refund(invoice.order._id, { additionalAmount: 1234, fee: 35 })
    expect((await getLastCreditNote(invoice)).total).toBe(1199)
    await t.call('owner', invoiceApi.credit, { params: { id: invoice._id }, body: {} })
    const { creditNotes, creditedTotal, status, document } = await tester.getInvoice(invoice._id)
    expect({ currency, creditedTotal, status }).toEqual({
      currency,
      creditedTotal: invoice.total,
      status: 'Corrected',
    })
    const notes = await Promise.all(creditNotes.map(({ _id }) => tester.getInvoice(_id)))
    for (const { rate, base, tax } of document.taxes) {
      const parts = notes.flatMap(note => note.document.taxes.filter(part => part.rate === rate))
      const add = (key: 'base' | 'tax') => parts.reduce((sum, part) => sum + part[key], 0)
      expect([add('base'), add('tax')]).toEqual([base, tax])
    }
  }
  await t.inStore(tx => tx`update store set currency = 'EUR'`)
})

test('a refund after the whole invoice was credited has no credit note, and a preview has none', async () => {
  const invoice = await tester.createPaidInvoice()
  const order = await tester.orders.getOrder(invoice.order._id)
  await tester.orders.previewChange(order, {
    kind: 'refund',
    lines: [],
    reason: 'other',
    additionalAmount: 500,
  })
  expect((await tester.getInvoice(invoice._id)).creditNotes).toEqual([])
  await t.call('owner', invoiceApi.credit, { params: { id: invoice._id }, body: {} })
  expect((await tester.refund(order._id, { additionalAmount: 500 })).status).toBe(200)
  expect((await tester.getInvoice(invoice._id)).creditNotes).toHaveLength(1)
})

test('a refund by a provider has its credit note once the provider has confirmed it', async () => {
  const invoice = await tester.createPaidInvoice()
  const orderId = invoice.order._id
  await t.inStore(
    tx => tx`
      update payment set provider = 'stripe', provider_payment_id = 'pi_1' where order_id = ${orderId}`,
  )
  const { lines } = await tester.orders.getOrder(orderId)
  const reply = await tester.refund(orderId, {
    lines: [{ line: lines[0]?._id, quantity: 1, disposition: 'keep' }],
  })
  expect([reply.status, (await tester.getInvoice(invoice._id)).creditNotes]).toEqual([200, []])
  const settle = (state: 'pending' | 'succeeded') =>
    t.inStore(async tx => {
      const [row] = await tx<{ id: string }[]>`
        select id from payment_refund where order_id = ${orderId}`
      await settleRefund(tx, row?.id ?? '', { refundId: 're_1', state })
    })
  await settle('pending')
  expect((await tester.getInvoice(invoice._id)).creditNotes).toEqual([])
  await settle('succeeded')
  await settle('succeeded')
  expect((await tester.getInvoice(invoice._id)).creditNotes).toMatchObject([{ total: 1999 }])
})

test('a refund that failed in part has another credit note when the rest is returned', async () => {
  const invoice = await tester.createPaidInvoice()
  const orderId = invoice.order._id
  await t.inStore(
    tx => tx`
      update payment set provider = 'stripe', provider_payment_id = 'pi_2' where order_id = ${orderId}`,
  )
  const { lines, payments } = await tester.orders.getOrder(orderId)
  await tester.refund(orderId, {
    lines: [{ line: lines[0]?._id, quantity: 2, disposition: 'keep' }],
    payments: [{ payment: payments[0]?._id, amount: 2998 }],
    method: 'bank',
  })
  const settle = (state: 'failed' | 'succeeded') =>
    t.inStore(async tx => {
      const [row] = await tx<{ id: string }[]>`
        select id from payment_refund where order_id = ${orderId} order by id desc limit 1`
      await settleRefund(tx, row?.id ?? '', { refundId: `re_${row?.id}`, state })
    })
  const listCredits = async () =>
    (await tester.getInvoice(invoice._id)).creditNotes.map(({ total }) => total)
  await settle('failed')
  expect(await listCredits()).toEqual([1000])
  const failed = await tester.orders.getOrder(orderId)
  const retry = { kind: 'retryRefund' as const, refund: failed.refunds[0]?._id ?? '' }
  const reply = await tester.orders.applyChange(failed, retry)
  expect([reply.status, await listCredits()]).toEqual([200, [1000]])
  await settle('succeeded')
  await settle('succeeded')
  expect(await listCredits()).toEqual([1000, 2998])
})

test('refunds at once leave no gap and no duplicate in the series', async () => {
  const invoices: Invoice[] = []
  for (let i = 0; i < 8; i++) invoices.push(await tester.createPaidInvoice())
  const refunds = invoices.flatMap(({ order }) => [
    t.call('owner', orderApi.addRefund, {
      params: { id: order._id },
      body: { amount: 300, method: 'cash' },
    }),
    t.call('owner', orderApi.addRefund, {
      params: { id: order._id },
      body: { amount: 200, method: 'cash' },
    }),
  ])
  const replies = await Promise.all(refunds)
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 201))
  for (const { _id } of invoices) expect((await tester.getInvoice(_id)).creditedTotal).toBe(500)
  const [series] = await t.inStore(
    tx => tx<{ count: number; last: number }[]>`
      select count(*)::integer as count, max(series_number)::integer as last
      from invoice where kind = 'credit_note' group by series`,
  )
  expect(series?.count).toBe(series?.last)
})

test('units and shipping are credited by hand, at most once', async () => {
  const invoice = await tester.createPaidInvoice()
  const params = { id: invoice._id }
  const line = invoice.document.lines[0]?.orderLine
  const credit = (body: object) => t.call('owner', invoiceApi.credit, { params, body })
  const note = await credit({ lines: [{ line, quantity: 2 }], shipping: 490 })
  expect(note.body.data).toMatchObject({
    total: 2 * 1999 + 490,
    document: { lines: [{ title: 'Cup', quantity: 2, total: 3998 }], shipping: { total: 490 } },
  })
  const repeated = await credit({ lines: [{ line, quantity: 2 }] })
  expect([repeated.status, repeated.body.errors]).toMatchObject([
    422,
    [{ path: 'lines.0.quantity', code: 'credit_too_big' }],
  ])
  expect((await credit({ shipping: 1 })).body.errors).toMatchObject([{ path: 'shipping' }])
  expect((await credit({ lines: [{ line: invoice._id, quantity: 1 }] })).status).toBe(422)
  for (const body of [{ lines: [] }, { shipping: 0 }, { lines: [{ line, quantity: 0 }] }])
    expect((await credit(body)).body.errors).toMatchObject([
      { path: 'lines.0.quantity', code: 'units_missing' },
    ])
  expect(await tester.getInvoice(invoice._id)).toMatchObject({
    creditedTotal: 2 * 1999 + 490,
    creditedLines: [{ line, quantity: 2, total: 3998 }],
    creditedShipping: 490,
  })
})

test('a refund credits only what staff have not credited by hand', async () => {
  const invoice = await tester.createPaidInvoice()
  const [cups, books] = invoice.document.lines
  const params = { id: invoice._id }
  const body = { lines: [{ line: cups?.orderLine, quantity: 1 }], shipping: 190 }
  expect((await t.call('owner', invoiceApi.credit, { params, body })).status).toBe(201)
  const getCreditedTotal = async () => (await tester.getInvoice(invoice._id)).creditedTotal
  const refund = (lines: object[], rest: object = {}) =>
    tester.refund(invoice.order._id, { lines, ...rest })
  const cup = { line: cups?.orderLine, disposition: 'keep', quantity: 1 }
  const book = { line: books?.orderLine, disposition: 'keep', quantity: 1 }

  // Other units are credited, although the refund of the first ones is missing.
  expect((await refund([book])).status).toBe(200)
  expect(await getCreditedTotal()).toBe(1999 + 190 + 1070)
  expect((await refund([cup], { shipping: 190 })).status).toBe(200)
  expect(await getCreditedTotal()).toBe(1999 + 190 + 1070)
  expect((await tester.getInvoice(invoice._id)).creditNotes).toHaveLength(2)

  expect((await refund([cup, book], { shipping: 100, fee: 50 })).status).toBe(200)
  const { creditedTotal, total, status } = await tester.getInvoice(invoice._id)
  expect(creditedTotal).toBe(2 * (1999 + 1070) + 290 - 50)
  const { paidTotal, refundedTotal } = await tester.orders.getOrder(invoice.order._id)
  expect([total - creditedTotal, status]).toEqual([paidTotal - refundedTotal, 'Paid'])
})

test('a refund of more units than staff credited by hand credits the rest', async () => {
  const invoice = await tester.createPaidInvoice()
  const line = invoice.document.lines[0]?.orderLine
  const params = { id: invoice._id }
  const body = { lines: [{ line, quantity: 1 }] }
  await t.call('owner', invoiceApi.credit, { params, body })
  await tester.refund(invoice.order._id, { lines: [{ line, quantity: 3, disposition: 'keep' }] })
  const note = await getLastCreditNote(invoice)
  expect(note.document.lines).toMatchObject([{ title: 'Cup', quantity: 2, total: 2 * 1999 }])
})

test('a paid order has its invoice by a job, which is emailed, if the store wants both', async () => {
  const before = await tester.createOrder()
  await tester.pay(before._id, before.total)
  await t.runJobs()
  expect(await tester.listOrderInvoices(before._id)).toEqual([])
  await updateSettings({ issuesWhenPaid: true, emailsIssued: true })
  const order = await tester.createOrder({ customer: { name: 'Bo', email: 'bo@shopper.example' } })
  await tester.pay(order._id, order.total - 1)
  await t.runJobs()
  expect(await tester.listOrderInvoices(order._id)).toEqual([])
  await tester.pay(order._id, 1)
  await t.runJobs()
  const [invoice] = await tester.listOrderInvoices(order._id)
  expect(invoice).toMatchObject({ kind: 'invoice', status: 'Paid', total: order.total })
  const mails = await listMailsTo(t, 'bo@shopper.example')
  expect(
    mails.filter(mail => JSON.stringify(mail).includes(`${invoice?.number}.pdf`)),
  ).toHaveLength(1)
})

test('an invoice that lacks a legal detail stays a draft, and another run issues it', async () => {
  await updateSettings({ issuesWhenPaid: true, emailsIssued: false })
  await t.inStore(tx => tx`update store set address = '{}'`)
  const order = await tester.createOrder()
  await tester.pay(order._id, order.total)
  await t.runJobs()
  expect(await tester.listOrderInvoices(order._id)).toMatchObject([{ status: 'Draft' }])
  await t.inStore(
    tx => tx`update store set address = '{"line1":"Ofenstr. 1","city":"Köln","country":"DE"}'`,
  )
  const payload = { storeId: t.people.owner.storeId, orderId: order._id }
  const runAgain = () =>
    t.inStore(tx => tx`select add_job('invoice.issuePaid', ${tx.json(payload)}::json)`)
  await runAgain()
  await runAgain()
  await t.runJobs()
  expect(await tester.listOrderInvoices(order._id)).toMatchObject([{ status: 'Paid' }])
})

test('an invoice that is issued after refunds has their credit notes', async () => {
  const order = await tester.createOrder()
  await tester.pay(order._id, order.total)
  await tester.refund(order._id, {
    lines: [{ line: order.lines[0]?._id, quantity: 2, disposition: 'keep' }],
    shipping: 190,
  })
  await tester.refund(order._id, { additionalAmount: 300, fee: 50 })
  const invoice = await tester.issueFor(order._id)
  expect(invoice).toMatchObject({ total: order.total, creditedTotal: 2 * 1999 + 190 + 250 })
  expect(invoice.creditNotes.map(({ total }) => total)).toEqual([2 * 1999 + 190, 250])
  const note = await tester.getInvoice(invoice.creditNotes[0]?._id ?? '')
  expect(note.document.lines).toMatchObject([{ title: 'Cup', quantity: 2, total: 3998 }])
  const { paidTotal, refundedTotal } = await tester.orders.getOrder(order._id)
  expect(invoice.total - invoice.creditedTotal).toBe(paidTotal - refundedTotal)
})

test('an invoice after a refund of an overpayment has no credit note for the overpayment', async () => {
  const order = await tester.createOrder()
  await tester.pay(order._id, order.total + 700)
  await tester.refund(order._id, { additionalAmount: 700 })
  await tester.refund(order._id, {
    lines: [{ line: order.lines[0]?._id, quantity: 1, disposition: 'keep' }],
  })
  const invoice = await tester.issueFor(order._id)
  expect(invoice.creditNotes.map(({ total }) => total)).toEqual([1999])
})

test('another invoice, after the first was credited completely, has the credit notes again', async () => {
  const invoice = await tester.createPaidInvoice()
  const order = invoice.order._id
  await tester.refund(order, { additionalAmount: 500 })
  await t.call('owner', invoiceApi.credit, { params: { id: invoice._id }, body: {} })
  const second = await tester.issueFor(order)
  expect([second.total, second.creditedTotal]).toEqual([invoice.total, 500])
})

test('a refund that was made at the provider is credited before and after the invoice', async () => {
  const order = await tester.createOrder()
  await tester.pay(order._id, order.total)
  const refundAtProvider = (amount: number) =>
    t.inStore(async tx => {
      const [row] = await tx<{ id: string }[]>`
        insert into payment_refund (order_id, payment_id, provider, provider_refund_id, amount)
        select order_id, id, 'stripe', ${`re_${crypto.randomUUID()}`}, ${amount}
        from payment where order_id = ${order._id} and kind = 'payment' returning id`
      await settleRefund(tx, row?.id ?? '', { refundId: '', state: 'succeeded' })
    })
  await refundAtProvider(400)
  const invoice = await tester.issueFor(order._id)
  expect(invoice.creditNotes).toMatchObject([{ total: 400 }])
  await refundAtProvider(300)
  expect((await tester.getInvoice(invoice._id)).creditedTotal).toBe(700)
})

test('invoices and refunds at once leave documents that add up', async () => {
  const created: string[] = []
  for (let i = 0; i < 6; i++) {
    const order = await tester.createOrder()
    await tester.pay(order._id, order.total)
    created.push(order._id)
  }
  await Promise.all(
    created.flatMap(id => [
      tester.issueFor(id),
      t.call('owner', orderApi.addRefund, {
        params: { id },
        body: { amount: 300, method: 'cash' },
      }),
    ]),
  )
  for (const id of created) {
    const rows = await tester.listOrderInvoices(id)
    expect(rows.map(({ kind, total }) => [kind, total])).toContainEqual(['credit_note', 300])
    expect(rows).toHaveLength(2)
  }
})

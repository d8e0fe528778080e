import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { customerDataApi } from '#contract/customer/customer-data.ts'
import { type Invoice, invoiceApi } from '#contract/invoice/invoice.ts'
import { InvoiceDocument } from '#contract/invoice/invoice-document.ts'
import { orderApi } from '#contract/order/order.ts'
import { auditApi } from '#contract/staff/audit.ts'
import { storeApi } from '#contract/store/store.ts'
import { issuePastDue } from '../testing/invoice/issue-past-due.ts'
import { createOrderTester, exampleAddress } from '../testing/subject/order-testing.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
let orders: ReturnType<typeof createOrderTester>
let variant: string
const year = new Date().getUTCFullYear()

beforeAll(async () => {
  t = await startTestApp()
  orders = createOrderTester(t)
  await t.call('owner', storeApi.update, {
    params: { id: t.people.owner.storeId },
    body: {
      data: {
        legalName: 'Kiln <GmbH>',
        timezone: 'UTC',
        address: { line1: 'Ofenstr. 1', city: 'Köln', postalCode: '50667', country: 'DE' },
        defaultTaxRate: 19,
        taxIncluded: true,
      },
    },
  })
  ;({ variant } = await orders.createProduct({ price: 1999, stock: 10_000 }))
})
afterAll(() => t.close())
beforeEach(() =>
  t.inStore(async tx => {
    await tx`update invoice_setting set invoice_prefix = 'INV-', credit_note_prefix = 'CN-'`
  }),
)

const createOrder = (rest: object = {}) =>
  orders.createOrderData({
    customer: { name: '<b>Zoë</b> 山田太郎', email: 'zoe@shopper.example' },
    lines: [{ variant, quantity: 3 }],
    ...rest,
  })
const create = (order: string) => t.call('owner', invoiceApi.create, { body: { order } })
const issue = (id: string, body: object = {}) =>
  t.call('owner', invoiceApi.issue, { params: { id }, body })
async function createIssued(rest: object = {}): Promise<Invoice> {
  const order = await createOrder(rest)
  const draft = await create(order._id)
  return (await issue(draft.body.data._id)).body.data
}
const getInvoice = async (id: string): Promise<Invoice> =>
  (await t.call('owner', invoiceApi.get, { params: { id } })).body.data
const countInvoices = () =>
  t.inStore(async tx => (await tx`select count(*)::integer as n from invoice`)[0]?.['n'])
const listSeries = () =>
  t.inStore(
    tx => tx<{ series: string; first: number; last: number; count: number }[]>`
      select series, min(series_number)::integer as first, max(series_number)::integer as last,
        count(*)::integer as count
      from invoice where number is not null group by series`,
  )
const expectNoGaps = async () => {
  for (const { first, last, count } of await listSeries())
    expect({ first, count }).toEqual({ first: 1, count: last })
}

describe('a draft', () => {
  test('shows the order as it is now, and its edits', async () => {
    const order = await createOrder()
    const draft: Invoice = (await create(order._id)).body.data
    expect(draft).toMatchObject({ number: '', status: 'Draft', total: 5997, issuedOn: null })
    expect(draft.document.taxes).toEqual([{ rate: 19, base: 5039, tax: 958 }])
    const edited = await t.call('owner', invoiceApi.update, {
      params: { id: draft._id },
      body: { buyerReference: 'PO-7', note: '<script>alert(1)</script>', version: draft.version },
    })
    expect(edited.body.data.document).toMatchObject({
      buyerReference: 'PO-7',
      note: '<script>alert(1)</script>',
      buyer: { name: '<b>Zoë</b> 山田太郎' },
    })
    await t.inStore(
      tx => tx`
        update invoice set details = jsonb_set(details, '{buyer,vatId}', '"invalid"')
        where id = ${draft._id}`,
    )
    const noted = await t.call('owner', invoiceApi.update, {
      params: { id: draft._id },
      body: { note: 'Thank you' },
    })
    expect([noted.status, noted.body.data.document.note]).toEqual([200, 'Thank you'])
    const second = await create(order._id)
    expect(second).toMatchObject({ status: 409, body: { code: 'order_invoiced' } })
    await t.call('owner', invoiceApi.delete, { params: { id: draft._id } })
    expect((await create(order._id)).status).toBe(201)
  })

  test('is not issued if its order changed after it was shown', async () => {
    const order = await createOrder()
    const draft: Invoice = (await create(order._id)).body.data
    await t.call('owner', orderApi.update, {
      params: { id: order._id },
      body: { billingAddress: { ...exampleAddress, name: 'Another' } },
    })
    const before = await listSeries()
    const shown = await getInvoice(draft._id)
    const { version } = shown
    const stale = await issue(draft._id, { version, orderVersion: draft.orderVersion })
    expect(stale).toMatchObject({
      status: 409,
      body: { code: 'version_conflict', data: { status: 'Draft', version } },
    })
    expect(await listSeries()).toEqual(before)
    const issued = await issue(draft._id, { version, orderVersion: shown.orderVersion })
    expect(issued.status).toBe(201)
  })

  test('has its edits in the audit, with contacts for those who can see them', async () => {
    const order = await createOrder()
    const draft: Invoice = (await create(order._id)).body.data
    const buyer = { ...draft.document.buyer, company: 'Byron Ltd', email: 'new@shopper.example' }
    await t.call('owner', invoiceApi.update, { params: { id: draft._id }, body: { buyer } })
    const { body } = await t.call('owner', auditApi.list, { query: { record: draft.order._id } })
    const [entry] = body.data
    expect(entry).toMatchObject({ entity: 'invoice', action: 'update' })
    expect(JSON.stringify(entry)).toContain('Byron Ltd')
    expect(JSON.stringify(entry)).toContain('new@shopper.example')
  })

  test('is rejected for a free and for a canceled order', async () => {
    const free = await createOrder({ lines: [{ variant, quantity: 1, unitPrice: 0 }] })
    const canceled = await createOrder()
    await orders.updateStatus(canceled._id, 'cancelled')
    const count = await countInvoices()
    expect((await create(free._id)).body.code).toBe('invoice_empty')
    expect((await create(canceled._id)).body.code).toBe('invoice_order_unbilled')
    expect(await countInvoices()).toBe(count)
  })

  test('of an order that was canceled later is not issued', async () => {
    const order = await createOrder()
    const draft: Invoice = (await create(order._id)).body.data
    await orders.updateStatus(order._id, 'cancelled')
    const before = await listSeries()
    expect((await issue(draft._id)).body.code).toBe('invoice_order_unbilled')
    expect(await listSeries()).toEqual(before)
    expect((await getInvoice(draft._id)).status).toBe('Draft')
  })
})

describe('an issued invoice', () => {
  test('has the next number of its series and a document that the contract accepts', async () => {
    const first = await createIssued()
    const second = await createIssued()
    const getSerial = (number: string) => Number(number.slice(-4))
    expect(first.number).toMatch(new RegExp(`^INV-${year}-\\d{4}$`))
    expect(getSerial(second.number)).toBe(getSerial(first.number) + 1)
    expect(InvoiceDocument.parse(first.document)).toEqual(first.document)
    expect(first).toMatchObject({ status: 'Issued', total: 5997 })
    await expectNoGaps()
  })

  test('keeps its document when the store and the order change', async () => {
    const invoice = await createIssued()
    await t.call('owner', orderApi.update, {
      params: { id: invoice.order._id },
      body: { billingAddress: { ...exampleAddress, name: 'Another' } },
    })
    await t.inStore(tx => tx`update store set legal_name = 'Other'`)
    expect((await getInvoice(invoice._id)).document).toEqual(invoice.document)
    await t.inStore(tx => tx`update store set legal_name = 'Kiln <GmbH>'`)
  })

  test('is neither changed nor deleted, not even by the owner of the tables', async () => {
    const { _id: id } = await createIssued()
    const change = await t.call('owner', invoiceApi.update, { params: { id }, body: { note: 'x' } })
    const deletion = await t.call('owner', invoiceApi.delete, { params: { id } })
    expect([change.body.code, deletion.body.code]).toEqual(['invoice_issued', 'invoice_issued'])
    expect((await issue(id)).body.code).toBe('invoice_issued')
    const statements = [
      `update invoice set total = total + 1 where id = '${id}'`,
      `update invoice set document = document || '{"note": "x"}' where id = '${id}'`,
      `update invoice set number = null, document = null where id = '${id}'`,
      `delete from invoice where id = '${id}'`,
    ]
    for (const statement of statements)
      await expect(t.inStore(tx => tx.unsafe(statement))).rejects.toThrow('was issued')
    expect(await getInvoice(id)).toMatchObject({ total: 5997, version: 2 })
  })

  test('has a checksum in the audit that proves its document', async () => {
    const { _id: id, number } = await createIssued()
    const [row] = await t.inStore(
      tx => tx<{ isSame: boolean; isAudited: boolean }[]>`
        select i.checksum = encode(sha256(convert_to(i.number || i.document::text, 'UTF8')), 'hex') as is_same,
          exists (
            select from audit a
            where a.entity = 'invoice' and a.entity_id = i.id and a.after ->> 'checksum' = i.checksum
              and a.after ->> 'number' = ${number} and not a.after ? 'document'
          ) as is_audited
        from invoice i where i.id = ${id}`,
    )
    expect(row).toEqual({ isSame: true, isAudited: true })
  })

  test('derives its status from the payments and the day', async () => {
    const late = (await create((await createOrder())._id)).body.data
    expect((await issuePastDue(t, late._id)).body.data.status).toBe('Past Due')
    const { _id: id, order } = await createIssued()
    const getStatus = async () => (await getInvoice(id)).status
    await t.inStore(tx => tx`update invoice set sent_at = now() where id = ${id}`)
    expect(await getStatus()).toBe('Sent')
    const pay = (amount: number) =>
      t.call('owner', orderApi.addPayment, {
        params: { id: order._id },
        body: { amount, method: 'cash' },
      })
    await pay(1000)
    expect(await getStatus()).toBe('Partial Payment')
    await pay(4997)
    expect(await getStatus()).toBe('Paid')
    const paid = await t.call('owner', invoiceApi.list, {
      query: { status: 'Paid', order: order._id },
    })
    expect(paid.body.data).toMatchObject([{ _id: id, status: 'Paid' }])
    await t.inStore(tx => tx`update "order" set refunded_total = 1000 where id = ${order._id}`)
    expect(await getInvoice(id)).toMatchObject({ status: 'Partial Payment', paid: 4997 })
  })

  test('remains when its customer is erased, but drafts are deleted', async () => {
    const ordered = { customer: { name: 'Erna', email: 'erna@shopper.example' } }
    const invoice = await createIssued(ordered)
    const order = await createOrder(ordered)
    const draft = (await create(order._id)).body.data
    for (const id of [invoice.order._id, order._id]) await orders.updateStatus(id, 'cancelled')
    const customer = order.customer._id ?? ''
    const erased = await t.call('owner', customerDataApi.erase, {
      params: { id: customer },
      body: {},
    })
    expect(erased.status).toBe(200)
    const kept = await t.inStore(
      tx => tx`select id from invoice where id in (${invoice._id}, ${draft._id})`,
    )
    expect(kept.map(({ id }) => id)).toEqual([invoice._id])
  })

  test('is rejected while the address of the store is incomplete', async () => {
    const order = await createOrder()
    const draft = (await create(order._id)).body.data
    const before = await listSeries()
    await t.inStore(tx => tx`update store set address = '{}'`)
    expect((await issue(draft._id)).body.code).toBe('invoice_seller_incomplete')
    await t.inStore(
      tx => tx`update store set address = '{"line1":"Ofenstr. 1","city":"Köln","country":"DE"}'`,
    )
    expect(await listSeries()).toEqual(before)
  })
})

test('each field of the settings is stored', async () => {
  const settings = {
    invoicePrefix: 'A/',
    creditNotePrefix: 'B/',
    paymentDays: 30,
    isSmallBusiness: true,
    issuesWhenPaid: true,
    emailsIssued: true,
    taxNumber: '12/345/67890',
    legalNote: 'Amtsgericht Köln\nHRB 1',
  }
  const saved = await t.call('owner', invoiceApi.updateSettings, { body: settings })
  expect(saved.body.data).toMatchObject(settings)
  const { document } = await createIssued()
  expect(document.seller).toMatchObject({
    taxNumber: '12/345/67890',
    legalNote: settings.legalNote,
  })
  const stale = await t.call('owner', invoiceApi.updateSettings, {
    body: { paymentDays: 7, version: saved.body.data.version - 1 },
  })
  expect(stale).toMatchObject({ status: 409, body: { data: settings } })
  const body = {
    isSmallBusiness: false,
    issuesWhenPaid: false,
    emailsIssued: false,
    taxNumber: '',
    legalNote: '',
    paymentDays: 14,
  }
  await t.call('owner', invoiceApi.updateSettings, { body })
})

describe('a series', () => {
  test('begins at 1 with another prefix, and continues with the earlier one', async () => {
    const before = await createIssued()
    await t.call('owner', invoiceApi.updateSettings, { body: { invoicePrefix: 're/' } })
    expect((await createIssued()).number).toBe(`RE/${year}-0001`)
    await t.call('owner', invoiceApi.updateSettings, { body: { invoicePrefix: 'INV-' } })
    const serial = Number(before.number.slice(-4)) + 1
    expect((await createIssued()).number).toBe(`INV-${year}-${String(serial).padStart(4, '0')}`)
    const equal = await t.call('owner', invoiceApi.updateSettings, {
      body: { invoicePrefix: 'CN-' },
    })
    expect(equal.body.code).toBe('invoice_prefixes_equal')
    expect(equal.body.errors).toHaveLength(1)
    const reused = await t.call('owner', invoiceApi.updateSettings, {
      body: { invoicePrefix: 'NEW-', creditNotePrefix: 'INV-' },
    })
    expect(reused.body.code).toBe('invoice_prefixes_equal')
    expect(reused.body.errors).toMatchObject([{ path: 'creditNotePrefix' }])
    await expectNoGaps()
  })

  test('has no gap and no duplicate when many are issued at once and some fail', async () => {
    const drafts: Invoice[] = []
    for (let i = 0; i < 24; i++) {
      const order = await createOrder()
      drafts.push((await create(order._id)).body.data)
    }
    const failing = (draft: Invoice) =>
      t.inStore(async tx => {
        await tx`select issue_invoice(${draft._id}, ${`INV-${year}-`}, current_date, '{}')`
        throw new Error('after the number')
      })
    const results = await Promise.allSettled(
      drafts.map((draft, i) => (i % 3 === 0 ? failing(draft) : issue(draft._id))),
    )
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(8)
    const replies = results.flatMap(result => (result.status === 'fulfilled' ? [result.value] : []))
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 16 }, () => 201))
    await expectNoGaps()
  })
})

describe('a credit note', () => {
  test('credits the whole invoice, which can then be replaced', async () => {
    const invoice = await createIssued({ shippingTotal: 500 })
    const reply = await t.call('owner', invoiceApi.credit, {
      params: { id: invoice._id },
      body: { note: 'Wrong address' },
    })
    expect(reply.body.data).toMatchObject({
      kind: 'credit_note',
      number: expect.stringMatching(/^CN-/),
      total: invoice.total,
      corrects: { _id: invoice._id },
      document: { taxes: invoice.document.taxes, corrects: { number: invoice.number } },
    })
    expect((await getInvoice(invoice._id)).status).toBe('Corrected')
    const again = await t.call('owner', invoiceApi.credit, {
      params: { id: invoice._id },
      body: {},
    })
    expect(again.body.code).toBe('invoice_not_creditable')
    expect((await create(invoice.order._id)).status).toBe(201)
    await expectNoGaps()
  })
})

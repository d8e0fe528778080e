import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type Invoice,
  type InvoiceRow,
  InvoiceStatus,
  invoiceApi,
} from '#contract/invoice/invoice.ts'
import { buildRowsQuery, countRows } from '../lib/call/list.ts'
import { issuePastDue } from '../testing/invoice/issue-past-due.ts'
import { createOrderTester, type SampleProduct } from '../testing/subject/order-testing.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'
import { defineInvoiceList } from './invoice-list.ts'

let t: TestApp
let orders: ReturnType<typeof createOrderTester>
let product: SampleProduct
const year = new Date().getUTCFullYear()

beforeAll(async () => {
  t = await startTestApp()
  orders = createOrderTester(t)
  product = await orders.createProduct({ price: 1000, stock: 1000 })
  const address = { line1: 'Ofenstr. 1', city: 'Köln', postalCode: '50667', country: 'DE' }
  await t.inStore(tx => tx`update store set address = ${tx.json(address)}, timezone = 'UTC'`)
})
afterAll(() => t.close())

const createDraft = async (customer: object = { name: 'Ada Byron' }): Promise<Invoice> => {
  const order = await orders.createOrderData({
    customer,
    lines: [{ variant: product.variant, quantity: 1 }],
  })
  return (await t.call('owner', invoiceApi.create, { body: { order: order._id } })).body.data
}
const issue = async (draft: Invoice): Promise<Invoice> =>
  (await t.call('owner', invoiceApi.issue, { params: { id: draft._id }, body: {} })).body.data
const list = async (query: object): Promise<InvoiceRow[]> =>
  (await t.call('owner', invoiceApi.list, { query: { ...query } })).body.data
const listIds = async (query: object) => (await list(query)).map(({ _id }) => _id)

test('finds invoices by their number or its end, their buyer and their order', async () => {
  const invoice = await issue(await createDraft({ name: 'Wilhelmina Bergström' }))
  const draft = await createDraft({ name: 'Otto Zahn' })
  const { number, _id: id, order } = invoice
  for (const q of [
    number,
    number.toLowerCase(),
    number.slice(-4),
    'bergstrom',
    'gström',
    order.number,
  ])
    expect(await listIds({ q }), q).toEqual([id])
  expect(await listIds({ q: draft.order.number })).toEqual([draft._id])
  expect(await listIds({ q: 'zahn', status: 'Draft' })).toEqual([draft._id])
  for (const q of ['zahn', number]) expect(await listIds({ q, status: 'Paid' }), q).toEqual([])
  for (const q of [`INV-${year}-9999`, '987654321']) expect(await listIds({ q }), q).toEqual([])
  await t.call('owner', invoiceApi.delete, { params: { id: draft._id } })
  expect(await listIds({ q: 'zahn' })).toEqual([])
})

test('filters by each status, which changes with the payments, the refunds and the day', async () => {
  const { _id: id, order } = await issue(await createDraft())
  const setOrder = (paid: number, refunded: number) =>
    t.inStore(
      tx => tx`
        update "order" set paid_total = ${paid}, refunded_total = ${refunded} where id = ${order._id}`,
    )
  const expectStatus = async (status: InvoiceStatus) => {
    for (const other of InvoiceStatus.options)
      expect(await listIds({ order: order._id, status: other }), other).toEqual(
        other === status ? [id] : [],
      )
    expect(await list({ order: order._id, status: `Draft,${status}` })).toMatchObject([{ status }])
  }
  await expectStatus('Issued')
  await t.inStore(tx => tx`update invoice set sent_at = now() where id = ${id}`)
  await expectStatus('Sent')
  await setOrder(400, 0)
  await expectStatus('Partial Payment')
  await setOrder(1000, 0)
  await expectStatus('Paid')
  await setOrder(1000, 1000)
  await expectStatus('Refunded')
  const late = await createDraft()
  await issuePastDue(t, late._id)
  expect(await listIds({ order: late.order._id, status: 'Past Due' })).toEqual([late._id])
  expect(await listIds({ status: 'Issued' })).not.toContain(late._id)
})

test('sorts by the displayed total, also after the order of a draft was edited', async () => {
  const [small, big] = [await createDraft(), await createDraft()]
  const setTotal = (draft: Invoice, total: number) =>
    t.inStore(
      tx => tx`
        update "order" set total = ${total}, shipping_total = ${total}, subtotal = 0, discount_total = 0
        where id = ${draft.order._id}`,
    )
  const issued = await issue(await createDraft())
  await setTotal(small, 300)
  await setTotal(big, 90_000)
  await setTotal(issued, 95_000)
  for (const sort of ['total', '-total']) {
    const totals = (await list({ sort })).map(({ total }) => total)
    expect(totals).toEqual(totals.toSorted((a, b) => (sort === 'total' ? a - b : b - a)))
  }
  expect((await list({ sort: '-total' }))[0]).toMatchObject({
    _id: big._id,
    total: 90_000,
    status: 'Draft',
  })
  expect(await list({ order: issued.order._id })).toMatchObject([{ total: issued.total }])
  const [draft] = await list({ order: small.order._id })
  expect(draft).toMatchObject({ total: 300 })
  await t.call('owner', invoiceApi.update, {
    params: { id: small._id },
    body: { note: 'Thanks', version: small.version },
  })
  expect(
    (await t.call('owner', invoiceApi.get, { params: { id: small._id } })).body.data,
  ).toMatchObject({ total: 300, document: { note: 'Thanks' } })
})

test('reads the list and each of its filters from an index, in order', async () => {
  await seedInvoices(2000)
  const explain = async (query: object, page: object = {}) =>
    t.inStore(async tx => {
      const definition = defineInvoiceList(tx, query)
      const rows = await tx<{ 'QUERY PLAN': string }[]>`
        explain ${buildRowsQuery(tx, definition, { perPage: 10, ...page })}`
      const counted = await tx<{ 'QUERY PLAN': string }[]>`
        explain select ${countRows(tx, definition)}`
      return [rows, counted].map(plan => plan.map(row => row['QUERY PLAN']).join('\n'))
    })
  const after = Buffer.from(
    JSON.stringify(['2026-01-02T00:00:00Z', '00000000-0000-4000-8000-000000000000']),
  ).toString('base64url')
  for (const page of [{}, { after }, { sort: 'createdAt' }])
    for (const [status, index] of [
      [undefined, 'invoice__created'],
      ['Draft', 'invoice__state'],
      ['Corrected', 'invoice__state'],
      ['Refunded', 'invoice__state'],
      ['Issued', 'invoice__state'],
      ['Past Due', 'invoice__open'],
    ] as const) {
      const [rows] = await explain(status ? { status: [status] } : {}, page)
      const label = `${status} ${JSON.stringify(page)}\n${rows}`
      expect(rows, label).toContain(`using ${index}`)
      expect(rows, label).not.toMatch(/Sort|Seq Scan on invoice/)
    }
  const [byTotal] = await explain({}, { sort: '-total' })
  expect(byTotal).toContain('using invoice__total')
  expect(byTotal).not.toMatch(/Sort|Seq Scan on invoice/)
  const [, counted] = await explain({ status: ['Refunded'] })
  expect(counted).not.toContain('Seq Scan on invoice')
})

/**
 * Stores paid invoices as old ones, and a few of the other states among them. Their numbers do not
 * end as those of other tests.
 */
async function seedInvoices(count: number) {
  await t.inStore(
    tx => tx`
      with added as (
        insert into "order" (number, currency, subtotal, total, created_at)
        select 'S' || n, 'EUR', 100, 100, timestamptz '2026-01-01' + n * interval '1 minute'
        from generate_series(105001, 105000 + ${count}::integer) n returning id, number, created_at
      )
      insert into invoice (order_id, created_at, total, number, document, issued_on, due_on, checksum,
        series, series_number, settled_total, is_refunded)
      select id, created_at, 100, number, '{}', '2026-01-01', case when n % 100 < 95 then date '2026-01-15' else '2100-01-01' end,
        '', 'S', n, case when n % 100 = 0 then 0 else 100 end, n % 200 = 0
      from added, lateral (select substr(number, 2)::integer as n) serial`,
  )
  await t.sql`analyze invoice`
  await t.sql`analyze "order"`
}

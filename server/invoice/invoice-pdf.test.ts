import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Invoice, invoiceApi } from '#contract/invoice/invoice.ts'
import type { InvoiceDocument } from '#contract/invoice/invoice-document.ts'
import { listMailsTo } from '../testing/list-mails.ts'
import { createOrderTester, exampleAddress } from '../testing/subject/order-testing.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'
import { renderInvoices } from './rule/render-invoice.ts'

let t: TestApp
let orders: ReturnType<typeof createOrderTester>
let invoice: Invoice
beforeAll(async () => {
  t = await startTestApp()
  await t.inStore(tx => tx`update store set address = ${tx.json(exampleAddress)}`)
  orders = createOrderTester(t)
  invoice = await createDraft()
})
async function createDraft(): Promise<Invoice> {
  const { variant } = await orders.createProduct({ title: 'Größe <b>M</b>' })
  const order = await orders.createOrderData({
    customer: { name: '山田太郎', email: 'taro@shopper.example' },
    lines: [{ variant, quantity: 2 }],
  })
  return (await t.call('owner', invoiceApi.create, { body: { order: order._id } })).body.data
}
afterAll(() => t.close())

async function download(id: string): Promise<Buffer> {
  const { token, storeId } = t.people.owner
  const response = await t.app.inject({
    url: `/api/apps/invoice/pdf/${id}`,
    headers: { authorization: `Bearer ${token}`, 'x-business-id': storeId },
  })
  expect(response.statusCode).toBe(200)
  expect(response.headers['content-type']).toBe('application/pdf')
  return response.rawPayload
}
const getText = (pdf: Buffer) => pdf.toString('latin1')
const countPages = (pdf: Buffer) => getText(pdf).match(/\/Type \/Page\b/g)?.length ?? 0
const print = (document: InvoiceDocument, number = 'INV-2026-0001') =>
  renderInvoices([
    {
      kind: 'invoice',
      number,
      issuedOn: '2026-11-27',
      dueOn: '2026-12-11',
      document,
      logo: undefined,
    },
  ])

test('an issued invoice has one PDF, whose bytes never change', async () => {
  const { _id: id } = await createDraft()
  const draftPdf = await download(id)
  expect(getText(draftPdf).startsWith('%PDF-1.7')).toBe(true)
  const issued = await t.call('owner', invoiceApi.issue, { params: { id }, body: {} })
  expect(issued.body.data.status).toBe('Issued')
  const [first, second] = await Promise.all([download(id), download(id)])
  await t.inStore(tx => tx`update store set name = 'Renamed'`)
  expect([second, await download(id)]).toEqual([first, first])
  const [row] = await t.inStore(
    tx => tx`
      select count(*)::integer as count, bool_and(digest = encode(sha256(content), 'hex')) as is_same
      from invoice_file where invoice_id = ${id}`,
  )
  expect(row).toEqual({ count: 1, isSame: true })
  expect((await t.call('owner', invoiceApi.get, { params: { id } })).body.data.status).toBe(
    'Downloaded',
  )
  for (const statement of ['update invoice_file set content = content', 'delete from invoice_file'])
    await expect(t.inStore(tx => tx.unsafe(statement))).rejects.toThrow('permission denied')
})

test('an issued invoice is emailed with its PDF, once for several requests', async () => {
  const { _id: id } = await createDraft()
  const early = await t.call('owner', invoiceApi.send, { params: { id } })
  expect(early.body.code).toBe('invoice_not_issued')
  const issued = await t.call('owner', invoiceApi.issue, { params: { id }, body: {} })
  const { number } = issued.body.data
  for (const _ of [1, 2])
    expect((await t.call('owner', invoiceApi.send, { params: { id } })).status).toBe(202)
  const listSentAt = () => t.inStore(tx => tx`select sent_at from invoice where id = ${id}`)
  expect(await listSentAt()).toEqual([{ sentAt: null }])
  await t.runJobs()
  const mails = await listMailsTo(t, 'taro@shopper.example')
  expect(mails).toHaveLength(1)
  expect(mails[0]).toContain(`filename=${number}.pdf`)
  expect(mails[0]).toContain('Content-Type: application/pdf')
  expect(await listSentAt()).not.toEqual([{ sentAt: null }])
})

test('the PDF is PDF/A-3b with every font embedded', async () => {
  const text = getText(await print(invoice.document))
  expect(text).toMatch(/<pdfaid:part>3<\/pdfaid:part>\s*<pdfaid:conformance>B</)
  expect(text.match(/\/FontFile2/g)?.length).toBe(text.match(/\/FontDescriptor \d/g)?.length)
  expect(text).not.toContain('/Helvetica')
})

test('lines continue on further pages of the paper of the country', async () => {
  const { document } = invoice
  const [line] = document.lines
  if (!line) throw new Error('The invoice has no line.')
  const lines = Array.from({ length: 90 }, (_, index) => ({
    ...line,
    title: `${line.title} ${index}`,
  }))
  const pdf = await print({ ...document, lines })
  expect(countPages(pdf)).toBe(4)
  expect(getText(pdf)).toContain('/MediaBox [0 0 595.28 841.89]')
  const seller = { ...document.seller, address: { ...exampleAddress, country: 'US' } }
  expect(getText(await print({ ...document, seller }))).toContain('/MediaBox [0 0 612 792]')
})

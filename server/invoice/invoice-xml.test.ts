import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Invoice, invoiceApi } from '#contract/invoice/invoice.ts'
import { orderApi } from '#contract/order/order.ts'
import type { OrderChange } from '#contract/order/order-change.ts'
import { orderPrintApi } from '#contract/order/order-print.ts'
import { openDisk } from '../lib/file/disk.ts'
import { listEInvoiceViolations } from '../testing/invoice/e-invoice-testing.ts'
import { createOrderTester } from '../testing/subject/order-testing.ts'
import { makePerson, startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
let orders: ReturnType<typeof createOrderTester>
const address = { line1: 'Ofenstr. 1', city: 'Köln', postalCode: '50667', country: 'DE' }

beforeAll(async () => {
  t = await startTestApp()
  orders = createOrderTester(t)
  await t.inStore(
    tx => tx`
      update store set address = ${tx.json(address)}, timezone = 'UTC', currency = 'EUR',
        default_tax_rate = 19, tax_included = true, vat_id = 'DE136695976',
        legal_name = 'Kiln & Söhne <GmbH>', email = 'shop@kiln.example', phone = '+49 221 1234'`,
  )
})
afterAll(() => t.close())

async function createIssued(): Promise<Invoice> {
  const { variant } = await orders.createProduct({ price: 1999, stock: 10 })
  const order = await orders.createOrderData({
    customer: { name: 'Zoë', email: 'zoe@shopper.example' },
    lines: [{ variant, quantity: 3 }],
    shippingAddress: { ...address, name: 'Zoë' },
    shippingTotal: 490,
  })
  const draft = await t.call('owner', invoiceApi.create, { body: { order: order._id } })
  const params = { id: draft.body.data._id }
  return (await t.call('owner', invoiceApi.issue, { params, body: {} })).body.data
}
async function download(kind: 'xml' | 'pdf', id: string) {
  const { token, storeId } = t.people.owner
  return t.app.inject({
    url: `/api/apps/invoice/${kind}/${id}`,
    headers: { authorization: `Bearer ${token}`, 'x-business-id': storeId },
  })
}

test('an issued invoice and its credit note are downloaded as valid XRechnung', async () => {
  const invoice = await createIssued()
  const credit = await t.call('owner', invoiceApi.credit, { params: { id: invoice._id }, body: {} })
  for (const { _id, number } of [invoice, credit.body.data]) {
    const { statusCode, headers, body: text } = await download('xml', _id)
    expect([statusCode, headers['content-type']]).toEqual([200, 'application/xml'])
    expect(listEInvoiceViolations(text)).toEqual([])
    expect(text).toContain(`<ram:ID>${number}</ram:ID>`)
    expect(text).toContain('Kiln &amp; Söhne &lt;GmbH&gt;')
    expect(text).toContain('xrechnung_3.0')
  }
})

test('a download of XML is in the audit', async () => {
  const invoice = await createIssued()
  await download('xml', invoice._id)
  const entries = await t.inStore(
    tx => tx`
      select person_id from audit where action = 'export' and entity_id = ${invoice._id}`,
  )
  expect([...entries]).toEqual([{ personId: t.people.owner.personId }])
})

test('a draft and an invoice without a required detail have no XML', async () => {
  await t.inStore(tx => tx`update store set phone = ''`)
  const invoice = await createIssued()
  expect((await download('xml', invoice._id)).json().code).toBe('e_invoice_incomplete')
  const { variant } = await orders.createProduct()
  const order = await orders.createOrderData({ lines: [{ variant, quantity: 1 }] })
  const draft = await t.call('owner', invoiceApi.create, { body: { order: order._id } })
  const rejected = await download('xml', draft.body.data._id)
  expect(rejected.json().code).toBe('invoice_not_issued')
  await t.inStore(tx => tx`update store set phone = '+49 221 1234'`)
})

test('the PDF of an issued invoice is a Factur-X file with the XML as alternative', async () => {
  const invoice = await createIssued()
  const pdf = (await download('pdf', invoice._id)).rawPayload.toString('latin1')
  expect(pdf).toContain('/AFRelationship /Alternative')
  expect(pdf).toContain('(factur-x.xml)')
  expect(pdf).toContain('<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>')
  expect(pdf).toContain('<pdfaid:part>3</pdfaid:part>')
  expect(pdf).not.toContain('Söhne <GmbH>')
})

test('files with the email of the buyer require that the caller can see contacts', async () => {
  const invoice = await createIssued()
  const { storeId } = t.people.owner
  const [clerk, manager] = await Promise.all(
    (['order', 'customer'] as const).map(other =>
      makePerson(t.app, t.sql, `${other} clerk`, {
        storeId,
        abilities: (['invoice', other] as const).map(subject => ({ action: 'read', subject })),
      }),
    ),
  )
  const get = async (path: string, person = clerk) => {
    const token = person?.token
    const { statusCode, body } = await t.app.inject({
      url: `/api/apps/invoice/${path}`,
      headers: { authorization: `Bearer ${token}`, 'x-business-id': storeId },
    })
    return { statusCode, hasEmail: body.includes('zoe@shopper.example') }
  }
  const month = String(invoice.issuedOn).slice(0, 7)
  const files = [`xml/${invoice._id}`, `pdf/${invoice._id}`, `export/zip?month=${month}`]
  for (const path of [...files, invoice._id, `export/csv?month=${month}`])
    expect([path, await get(path)]).toEqual([
      path,
      { statusCode: files.includes(path) ? 403 : 200, hasEmail: false },
    ])
  const print = await t.call(clerk, orderPrintApi.createPrint, {
    body: { document: 'invoice', ids: [invoice.order._id] },
  })
  expect(print.status).toBe(403)
  expect((await t.inStore(tx => tx`select from order_print`)).length).toBe(0)
  expect(await get(`xml/${invoice._id}`, manager)).toEqual({ statusCode: 200, hasEmail: true })
})

test('an invoice after a refund asks for nothing, because its credit note has the refund', async () => {
  const { variant } = await orders.createProduct({ price: 1000, stock: 10 })
  const order = await orders.createOrderData({
    customer: { name: 'Zoë', email: 'zoe@shopper.example' },
    lines: [{ variant, quantity: 3 }],
    shippingAddress: { ...address, name: 'Zoë' },
  })
  const pay = (amount: number) =>
    t.call('owner', orderApi.addPayment, {
      params: { id: order._id },
      body: { amount, method: 'cash' },
    })
  const refund = async (change: object) =>
    orders.applyChange(await orders.getOrder(order._id), {
      kind: 'refund',
      reason: 'other',
      method: 'cash',
      lines: [],
      ...change,
    } as OrderChange)
  await pay(order.total)
  expect((await refund({ additionalAmount: 400 })).status).toBe(200)
  const draft = await t.call('owner', invoiceApi.create, { body: { order: order._id } })
  const params = { id: draft.body.data._id }
  const invoice: Invoice = (await t.call('owner', invoiceApi.issue, { params, body: {} })).body.data
  expect(invoice).toMatchObject({
    status: 'Paid',
    paid: 2600,
    creditedTotal: 400,
    document: { total: 3000, paid: 3000 },
  })
  const { body } = await download('xml', invoice._id)
  expect(body).toContain('<ram:DuePayableAmount>0.00</ram:DuePayableAmount>')
})

test('a job stores the PDF and the XRechnung, which no later change of the store changes', async () => {
  const disk = openDisk(t.app.config)
  const logo = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#c03' } })
    .png()
    .toBuffer()
  await disk.put('logo-of-invoices.png', logo)
  await t.inStore(
    tx => tx`
      update store set logo = '/media/logo-of-invoices.png'`,
  )
  const { _id: id } = await createIssued()
  await t.runJobs()
  const files = await t.inStore(
    tx => tx<{ format: string; content: Buffer; digest: string }[]>`
      select format, content, digest from invoice_file where invoice_id = ${id} order by format`,
  )
  expect(files.map(({ format }) => format)).toEqual(['pdf', 'xml'])
  await disk.delete('logo-of-invoices.png')
  await t.inStore(tx => tx`update store set logo = '', name = 'Renamed again'`)
  const [pdf, xml] = files
  expect((await download('pdf', id)).rawPayload).toEqual(pdf?.content)
  for (const _ of [1, 2]) {
    const { rawPayload: content } = await download('xml', id)
    expect(content).toEqual(xml?.content)
    expect(createHash('sha256').update(content).digest('hex')).toBe(xml?.digest)
  }
})

test('an XRechnung that is downloaded before the job is stored then', async () => {
  const { _id: id } = await createIssued()
  const { rawPayload: content } = await download('xml', id)
  await t.runJobs()
  const rows = await t.inStore(
    tx => tx<{ content: Buffer }[]>`
      select content from invoice_file where invoice_id = ${id} and format = 'xml'`,
  )
  expect(rows.map(row => row.content)).toEqual([content])
  expect((await download('xml', id)).rawPayload).toEqual(content)
})

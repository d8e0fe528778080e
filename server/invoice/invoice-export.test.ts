import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Invoice, invoiceApi } from '#contract/invoice/invoice.ts'
import { listEInvoiceViolations } from '../testing/invoice/e-invoice-testing.ts'
import { createOrderTester } from '../testing/subject/order-testing.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
let invoice: Invoice
let creditNote: Invoice
const month = new Date().toISOString().slice(0, 7)
const address = { line1: 'Ofenstr. 1', city: 'Köln', postalCode: '50667', country: 'DE' }

beforeAll(async () => {
  t = await startTestApp()
  const orders = createOrderTester(t)
  await t.inStore(
    tx => tx`
      update store set address = ${tx.json(address)}, timezone = 'UTC', currency = 'EUR',
        default_tax_rate = 19, tax_included = true, vat_id = 'DE136695976',
        email = 'shop@kiln.example', phone = '+49 221 1234'`,
  )
  const { variant } = await orders.createProduct({ price: 1999, stock: 10 })
  const order = await orders.createOrderData({
    customer: { name: '=1+1', email: 'zoe@shopper.example' },
    lines: [{ variant, quantity: 3 }],
    shippingAddress: { ...address, name: 'Zoë' },
  })
  const draft = await t.call('owner', invoiceApi.create, { body: { order: order._id } })
  const params = { id: draft.body.data._id }
  invoice = (await t.call('owner', invoiceApi.issue, { params, body: {} })).body.data
  creditNote = (await t.call('owner', invoiceApi.credit, { params, body: {} })).body.data
})
afterAll(() => t.close())

async function download(format: 'csv' | 'zip', ofMonth = month) {
  const { token, storeId } = t.people.owner
  return t.app.inject({
    url: `/api/apps/invoice/export/${format}?month=${ofMonth}`,
    headers: { authorization: `Bearer ${token}`, 'x-business-id': storeId },
  })
}

test('the CSV of a month has a row for each tax rate, with negative credit notes', async () => {
  const { statusCode, headers, body } = await download('csv')
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
  const rows = body.trim().split('\r\n')
  const { issuedOn, dueOn, order, number } = invoice
  expect(rows.slice(1)).toEqual([
    `${number},invoice,${issuedOn},${dueOn},${order.number},'=1+1,,DE,EUR,19,50.39,9.58,59.97,`,
    `${creditNote.number},credit_note,${issuedOn},,${order.number},'=1+1,,DE,EUR,19,-50.39,-9.58,-59.97,${number}`,
  ])
  expect((await download('csv', '2020-01')).body.trim().split('\r\n')).toHaveLength(1)
})

test('the ZIP of a month has the PDF and the XRechnung of each invoice', async () => {
  const { statusCode, headers, rawPayload } = await download('zip')
  expect([statusCode, headers['content-type']]).toEqual([200, 'application/zip'])
  const files = unzipSync(rawPayload)
  const names = [invoice, creditNote].flatMap(({ number, issuedOn }) => [
    `${issuedOn}_${number}.pdf`,
    `${issuedOn}_${number}.xml`,
  ])
  expect(Object.keys(files)).toEqual(names)
  for (const name of names) {
    const text = strFromU8(files[name] ?? new Uint8Array(), true)
    if (name.endsWith('.pdf')) expect(text.startsWith('%PDF-1.7')).toBe(true)
    else expect(listEInvoiceViolations(text)).toEqual([])
  }
  expect((await download('zip', '2026-13')).statusCode).toBe(422)
})

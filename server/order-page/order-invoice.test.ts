import { afterAll, beforeAll, expect, test } from 'vitest'
import { invoiceApi } from '#contract/invoice/invoice.ts'
import { visit } from '../testing/subject/storefront-testing.ts'
import { openTestCheckout, placeTestOrder } from '../testing/subject/test-order.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
  await openTestCheckout(t)
  await t.inStore(
    tx => tx`update store set address = '{"line1": "Quay 1", "city": "London", "country": "GB"}'`,
  )
})
afterAll(() => t.close())

async function createInvoice(order: string): Promise<string> {
  const { body } = await t.call('owner', invoiceApi.create, { body: { order } })
  return body.data._id
}
const issue = async (id: string) =>
  (await t.call('owner', invoiceApi.issue, { params: { id }, body: {} })).body.data
const getStatus = async (id: string) =>
  (await t.call('owner', invoiceApi.get, { params: { id } })).body.data.status

test('the shopper opens the issued invoices of the order as PDF, and no draft', async () => {
  const { path, id: order } = await placeTestOrder(t, {})
  const invoice = await createInvoice(order)
  const url = `${path}/invoice/${invoice}`
  expect((await visit(t, path)).body).not.toContain(url)
  expect((await visit(t, url)).statusCode).toBe(404)
  const { number } = await issue(invoice)
  const { body } = await visit(t, path)
  expect(body).toContain(url)
  expect(body).toContain(`Invoice ${number} (PDF)`)
  const file = await visit(t, url)
  expect(file.headers).toMatchObject({
    'content-type': 'application/pdf',
    'cache-control': 'private, no-store',
  })
  expect(file.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  expect((await visit(t, url)).rawPayload.equals(file.rawPayload)).toBe(true)
  expect(await getStatus(invoice)).toBe('Downloaded')
})

test('the invoice of another order, or with another link, is not found', async () => {
  const { path } = await placeTestOrder(t, {})
  const other = await placeTestOrder(t, {})
  const invoice = await createInvoice(other.id)
  await issue(invoice)
  for (const url of [
    `${path}/invoice/${invoice}`,
    `${other.path}x/invoice/${invoice}`,
    `${other.path}/invoice/unknown`,
  ])
    expect((await visit(t, url)).statusCode, url).toBe(404)
  expect(await getStatus(invoice)).toBe('Issued')
})

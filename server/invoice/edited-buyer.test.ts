import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { invoiceApi } from '#contract/invoice/invoice.ts'
import type { InvoiceDocument } from '#contract/invoice/invoice-document.ts'
import type { Order } from '#contract/order/order.ts'
import type { OrderChangeOf } from '#contract/order/order-change.ts'
import { createInvoiceTester } from '../testing/invoice/invoice-testing.ts'
import { listMailsTo } from '../testing/list-mails.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
let tester: Awaited<ReturnType<typeof createInvoiceTester>>
let order: Order
let [ada, grace] = ['', '']
beforeAll(async () => {
  t = await startTestApp()
  tester = await createInvoiceTester(t)
  await t.call('owner', invoiceApi.updateSettings, { body: { emailsIssued: true } })
})
afterAll(() => t.close())
beforeEach(async () => {
  const name = crypto.randomUUID()
  ada = `ada-${name}@shopper.example`
  grace = `grace-${name}@shopper.example`
  order = await tester.createOrder({
    customer: { name: 'Ada Byron', email: ada },
    shippingAddress: adasAddress,
    billingAddress: adasAddress,
  })
})

const adasAddress = {
  name: 'Ada',
  line1: 'Ring 1',
  city: 'Bonn',
  postalCode: '53111',
  country: 'DE',
}
const gracesAddress = { ...adasAddress, name: 'Grace', line1: 'Platz 7' }
const edit = async (change: Omit<OrderChangeOf<'editDetails'>, 'kind'>) =>
  tester.orders.makeChange(await tester.orders.getOrder(order._id), {
    kind: 'editDetails',
    ...change,
  })
const toGrace = () =>
  edit({
    customer: { name: 'Grace Hopper', email: grace, company: 'Navy GmbH' },
    shippingAddress: gracesAddress,
    billingAddress: gracesAddress,
  })
async function addUnit() {
  const current = await tester.orders.getOrder(order._id)
  const { shippingTotal, shippingMethod } = current
  return tester.orders.makeChange(current, {
    kind: 'editItems',
    lines: current.lines.map(({ _id: line, quantity }, i) => ({
      line,
      quantity: quantity + (i === 0 ? 1 : 0),
    })),
    shippingTotal,
    shippingMethod,
  })
}
/** Returns the buyer and the addresses of each issued document, in the order of their issue. */
async function listDocuments() {
  const rows = await t.inStore(
    tx => tx<{ kind: string; document: InvoiceDocument }[]>`
      select kind, document from invoice where order_id = ${order._id} and number is not null order by id`,
  )
  return rows.map(({ kind, document: { buyer, shipTo } }) => ({
    kind,
    email: buyer.email,
    name: buyer.name,
    line1: buyer.address.line1,
    shipTo: shipTo.line1,
  }))
}
const adas = () => ({ email: ada, name: 'Ada', line1: 'Ring 1', shipTo: 'Ring 1' })
const graces = () => ({ email: grace, name: 'Grace', line1: 'Platz 7', shipTo: 'Platz 7' })
async function countMails() {
  await t.runJobs()
  return [(await listMailsTo(t, ada)).length, (await listMailsTo(t, grace)).length]
}

test('the new customer gets an invoice, and the former one a credit note', async () => {
  await tester.issueFor(order._id)
  expect(await countMails()).toEqual([0, 0])
  await toGrace()
  const documents = [
    { kind: 'invoice', ...adas() },
    { kind: 'credit_note', ...adas() },
    { kind: 'invoice', ...graces() },
  ]
  expect(await listDocuments()).toEqual(documents)
  expect(await countMails()).toEqual([1, 1])
  await addUnit()
  expect(await listDocuments()).toEqual([
    ...documents,
    { kind: 'credit_note', ...graces() },
    { kind: 'invoice', ...graces() },
  ])
  expect(await countMails()).toEqual([1, 3])
})

test('a credit note has the address of its invoice, also after the order goes elsewhere', async () => {
  await tester.issueFor(order._id)
  await edit({ shippingAddress: gracesAddress })
  expect(await listDocuments()).toHaveLength(1)
  await addUnit()
  expect(await listDocuments()).toEqual([
    { kind: 'invoice', ...adas() },
    { kind: 'credit_note', ...adas() },
    { kind: 'invoice', ...adas(), shipTo: 'Platz 7' },
  ])
})

test('a new email replaces no invoice, and the next invoice is sent to it', async () => {
  await tester.issueFor(order._id)
  await edit({ customer: { name: 'Ada Byron', email: grace } })
  expect(await listDocuments()).toHaveLength(1)
  await addUnit()
  expect(await listDocuments()).toEqual([
    { kind: 'invoice', ...adas() },
    { kind: 'credit_note', ...adas() },
    { kind: 'invoice', ...adas(), email: grace },
  ])
  expect(await countMails()).toEqual([1, 1])
})

test('a draft names the new customer, and keeps what staff entered if only the email changes', async () => {
  const { body } = await t.call('owner', invoiceApi.create, { body: { order: order._id } })
  const params = { id: body.data._id }
  const { buyer } = body.data.document
  await t.call('owner', invoiceApi.update, {
    params,
    body: { buyer: { ...buyer, company: 'Engines Ltd' }, version: body.data.version },
  })
  const getBuyer = async () => (await tester.getInvoice(params.id)).document.buyer
  await edit({ customer: { name: 'Ada Byron', email: `new-${ada}` } })
  expect(await getBuyer()).toMatchObject({ company: 'Engines Ltd', email: `new-${ada}` })
  await toGrace()
  expect(await getBuyer()).toMatchObject({ name: 'Grace', company: 'Navy GmbH', email: grace })
  expect(await listDocuments()).toEqual([])
})

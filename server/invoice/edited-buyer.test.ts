import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { customerDataApi } from '#contract/customer/customer-data.ts'
import { invoiceApi } from '#contract/invoice/invoice.ts'
import type { InvoiceDocument } from '#contract/invoice/invoice-document.ts'
import { type Order, orderApi } from '#contract/order/order.ts'
import type { OrderChangeOf } from '#contract/order/order-change.ts'
import { createInvoiceTester } from '../testing/invoice/invoice-testing.ts'
import { listMailsTo } from '../testing/list-mails.ts'
import { makePerson, startTestApp, type TestApp } from '../testing/testing.ts'
import { selectIsShoppersInvoice } from './rule/list-issued-invoices.ts'

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
/** Returns the documents that the page of the order shows. */
const listShownInvoices = () =>
  t.inStore(
    tx => tx<{ kind: string; email: string }[]>`
      select i.kind, i.document #>> '{buyer,email}' as email
      from invoice i join "order" o on o.id = i.order_id
      where o.id = ${order._id} and ${selectIsShoppersInvoice(tx)} order by i.id`,
  )
const readFile = async (id: string) =>
  (await t.call('owner', invoiceApi.getPdf, { params: { id } })).body
const send = (id: string) => t.call('owner', invoiceApi.send, { params: { id }, body: {} })
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

test('a corrected email replaces no invoice, and gets the earlier and later documents', async () => {
  const { _id: invoice } = await tester.issueFor(order._id)
  const file = await readFile(invoice)
  await edit({ customer: { name: 'Ada Byron', email: grace } })
  expect(await listDocuments()).toHaveLength(1)
  expect((await tester.getInvoice(invoice)).recipientEmail).toBe(grace)
  await send(invoice)
  expect(await countMails()).toEqual([0, 1])
  await addUnit()
  expect(await listDocuments()).toEqual([
    { kind: 'invoice', ...adas() },
    { kind: 'credit_note', ...adas(), email: grace },
    { kind: 'invoice', ...adas(), email: grace },
  ])
  expect(await countMails()).toEqual([0, 3])
  expect(await readFile(invoice)).toEqual(file)
  expect(await listShownInvoices()).toHaveLength(3)
})

test('after a second correction, documents go to the last email, and then no other customer gets them', async () => {
  const { _id: invoice } = await tester.issueFor(order._id)
  for (const email of [`first-${ada}`, `second-${ada}`])
    await edit({ customer: { name: 'Ada Byron', email } })
  await send(invoice)
  await t.runJobs()
  const count = async () =>
    Promise.all(
      ['', 'first-', 'second-'].map(async prefix => (await listMailsTo(t, prefix + ada)).length),
    )
  expect(await count()).toEqual([0, 0, 1])
  await toGrace()
  expect(await countMails()).toEqual([0, 1])
  expect(await count()).toEqual([0, 0, 2])
  expect(await listShownInvoices()).toEqual([{ kind: 'invoice', email: grace }])
})

test('the email of another known customer is another person', async () => {
  await tester.createOrder({ customer: { name: 'Grace Hopper', email: grace } })
  const { _id: invoice } = await tester.issueFor(order._id)
  await edit({ customer: { name: 'Ada Byron', email: grace } })
  expect(await listShownInvoices()).toEqual([])
  await send(invoice)
  expect(await countMails()).toEqual([1, 0])
})

test('a corrected email is that of the same customer, who is exported and erased without the wrong one', async () => {
  const { customer } = order
  const edited = await edit({ customer: { name: 'Ada Byron', email: grace } })
  expect(edited.customer).toMatchObject({ _id: customer._id, email: grace })
  const params = { id: customer._id ?? '' }
  const exported = (await t.call('owner', customerDataApi.exportData, { params })).body
  expect(JSON.stringify(exported)).toContain(grace)
  expect(JSON.stringify(exported)).not.toContain(ada)
  await t.inStore(tx => tx`update "order" set status = 'completed' where id = ${order._id}`)
  expect((await t.call('owner', customerDataApi.erase, { params, body: {} })).status).toBe(200)
  const [row] = await t.inStore(
    tx => tx`select o::text as text, corrected_emails from "order" o where id = ${order._id}`,
  )
  expect(row).toMatchObject({ correctedEmails: {} })
  expect(row?.['text']).not.toMatch(/shopper\.example/)
})

test('a customer with other orders keeps the email, and the corrected order gets another one', async () => {
  await tester.createOrder({ customer: { name: 'Ada Byron', email: ada } })
  await tester.issueFor(order._id)
  const edited = await edit({ customer: { name: 'Ada Byron', email: grace } })
  expect(edited.customer._id).not.toBe(order.customer._id)
  expect(await listShownInvoices()).toEqual([{ kind: 'invoice', email: ada }])
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

const readCustomer = async (id: string | null) =>
  (
    await t.inStore(
      tx => tx`select name, email, address, version from customer where id = ${id ?? ''}`,
    )
  )[0]
const readCorrectedEmails = async () =>
  (await t.inStore(tx => tx`select corrected_emails from "order" where id = ${order._id}`))[0]?.[
    'correctedEmails'
  ]

test.each(['Ada', ''])(
  'without a name, another email names another customer, not “%s”',
  async name => {
    const address = { ...adasAddress, name }
    order = await tester.createOrder({
      customer: { name, email: `own-${ada}`, company: 'Engines Ltd' },
      shippingAddress: address,
      billingAddress: address,
    })
    const { _id: invoice } = await tester.issueFor(order._id)
    const before = await readCustomer(order.customer._id)
    const edited = await edit({
      customer: { email: grace, company: 'Engines Ltd' },
      shippingAddress: address,
    })
    expect(await readCustomer(order.customer._id)).toEqual(before)
    expect(edited.customer).toMatchObject({ name: '', email: grace })
    const created = await readCustomer(edited.customer._id)
    expect([created?.['name'], created?.['address']]).toEqual(['', {}])
    expect(await readCorrectedEmails()).toEqual({})
    expect((await listShownInvoices()).map(({ email }) => email)).not.toContain(`own-${ada}`)
    await send(invoice)
    await t.runJobs()
    expect(await listMailsTo(t, `own-${ada}`)).not.toEqual([])
  },
)

test('a new customer never gets the address of the earlier one', async () => {
  const edited = await edit({ customer: { name: 'Grace Hopper', email: grace } })
  const created = await readCustomer(edited.customer._id)
  expect([created?.['name'], created?.['address']]).toEqual(['Grace Hopper', {}])
  const moved = await edit({
    customer: { name: 'Eve', email: `eve-${grace}` },
    shippingAddress: gracesAddress,
  })
  expect(await readCustomer(moved.customer._id)).toMatchObject({
    address: { line1: gracesAddress.line1 },
  })
})

test.each(['Ada Byron', ''])('the id of the customer “%s” stands for the name', async name => {
  order = await tester.createOrder({
    customer: { name, email: `own-${ada}` },
    shippingAddress: { ...adasAddress, name },
  })
  const _id = order.customer._id ?? ''
  const edited = await edit({ customer: { _id, email: grace } })
  expect(edited.customer).toMatchObject({ _id, name, email: grace })
  expect(await readCustomer(_id)).toMatchObject({ name, email: grace })
  expect(await readCorrectedEmails()).toEqual({ [`own-${ada}`]: grace })
})

test('an email that the order has again is no earlier one, also of another person', async () => {
  const { _id: invoice } = await tester.issueFor(order._id)
  for (const email of [grace, ada, grace]) await edit({ customer: { name: 'Ada Byron', email } })
  expect(await readCorrectedEmails()).toEqual({ [ada]: grace })
  await edit({ customer: { name: 'Eve', email: ada } })
  expect(await readCorrectedEmails()).toEqual({})
  await send(invoice)
  expect((await countMails())[1]).toBe(0)
})

test('a caller who cannot change customers corrects only the order', async () => {
  const clerk = await makePerson(t.app, t.sql, `clerk-of-${t.people.owner.name}`, {
    storeId: t.people.owner.storeId,
    abilities: [
      { action: 'manage', subject: 'order' },
      { action: 'read', subject: 'customer' },
    ],
  })
  const before = await readCustomer(order.customer._id)
  const { status, body } = await t.call(clerk, orderApi.update, {
    params: { id: order._id },
    body: { customer: { name: 'Ada Byron', email: grace }, version: order.version },
  })
  expect([status, body.data.customer.email]).toEqual([200, grace])
  expect(await readCustomer(order.customer._id)).toEqual(before)
  expect(await readCorrectedEmails()).toEqual({ [ada]: grace })
})

test('the erasure of a customer removes the email from orders that another customer has', async () => {
  await tester.createOrder({ customer: { name: 'Ada Byron', email: ada } })
  await edit({ customer: { name: 'Ada Byron', email: grace } })
  expect(await readCorrectedEmails()).toEqual({ [ada]: grace })
  await t.inStore(tx => tx`update "order" set status = 'completed' where status <> 'completed'`)
  const params = { id: order.customer._id ?? '' }
  expect((await t.call('owner', customerDataApi.erase, { params, body: {} })).status).toBe(200)
  expect(await readCorrectedEmails()).toEqual({})
  expect((await tester.orders.getOrder(order._id)).customer.email).toBe(grace)
})

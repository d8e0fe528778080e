import { afterAll, beforeAll, expect, test } from 'vitest'
import { customerDataApi } from '#contract/customer/customer-data.ts'
import { invoiceApi } from '#contract/invoice/invoice.ts'
import { type Order, orderApi } from '#contract/order/order.ts'
import { eventually } from '../testing/eventually.ts'
import { listMailsTo } from '../testing/list-mails.ts'
import { createOrderTester, exampleAddress } from '../testing/subject/order-testing.ts'
import { visit } from '../testing/subject/storefront-testing.ts'
import { openTestCheckout, placeTestOrder } from '../testing/subject/test-order.ts'
import { makePerson, startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
let createOrder: () => Promise<Order>
beforeAll(async () => {
  t = await startTestApp()
  await openTestCheckout(t)
  await t.inStore(tx => tx`update store set address = ${tx.json(exampleAddress)}`)
  const orders = createOrderTester(t)
  const { variant } = await orders.createProduct()
  createOrder = () =>
    orders.createOrderData({
      customer: { name: 'Erna Brandt', email: 'erna@shopper.example' },
      lines: [{ variant, quantity: 1 }],
    })
})
afterAll(() => t.close())

const create = (order: string) => t.call('owner', invoiceApi.create, { body: { order } })
const issue = (id: string) => t.call('owner', invoiceApi.issue, { params: { id }, body: {} })
const waitForOrderLock = () =>
  eventually(async () => {
    const waiting = await t.sql`
      select from pg_locks l join pg_database d on d.oid = l.database
      where d.datname = current_database() and l.locktype = 'tuple'
        and l.relation = '"order"'::regclass`
    expect(waiting).toHaveLength(1)
  })

test('an issue that waits for the erasure of the customer keeps no lock on the draft', async () => {
  const order = await createOrder()
  const { _id: id } = (await create(order._id)).body.data
  const { issuing } = await t.inStore(async tx => {
    await tx`select from "order" where id = ${order._id} for update`
    const request = issue(id)
    await waitForOrderLock()
    await tx`select from invoice where id = ${id} for update nowait`
    return { issuing: request }
  })
  expect((await issuing).status).toBe(201)
})

test('an issued invoice of an erased customer is for staff only, and not sent', async () => {
  const { path, id: order } = await placeTestOrder(t, {})
  const { _id: id } = (await create(order)).body.data
  expect((await issue(id)).status).toBe(201)
  const url = `${path}/invoice/${id}`
  expect((await visit(t, url)).statusCode).toBe(200)
  const send = () => t.call('owner', invoiceApi.send, { params: { id } })
  expect((await send()).status).toBe(202)
  const getInvoice = () => t.call('owner', invoiceApi.get, { params: { id } })
  const { document } = (await getInvoice()).body.data
  const customer = (await t.call('owner', orderApi.get, { params: { id: order } })).body.data
    .customer
  const exported = await t.call('owner', customerDataApi.exportData, {
    params: { id: customer._id },
  })
  expect(JSON.stringify(exported.body)).toContain(document.seller.company)
  expect(JSON.stringify(exported.body)).toContain('invoices')
  const [row] = await t.inStore(
    tx => tx`select erase_customer(customer_id) from "order" where id = ${order}`,
  )
  expect(row?.['eraseCustomer']).toBe(1)
  await t.runJobs()
  const mails = await listMailsTo(t, document.buyer.email)
  expect(mails.filter(mail => mail.includes('application/pdf'))).toEqual([])
  expect((await visit(t, url)).statusCode).toBe(404)
  expect((await send()).body.code).toBe('invoice_without_email')
  expect((await getInvoice()).body.data).toMatchObject({ document, sentAt: null })
})

test('contacts of the buyer need the permission to read customers', async () => {
  const order = await createOrder()
  const clerk = await makePerson(t.app, t.sql, 'clerk', {
    storeId: t.people.owner.storeId,
    abilities: [{ action: 'manage', subject: 'invoice' }],
  })
  const params = { id: (await create(order._id)).body.data._id }
  const address = { ...exampleAddress, phone: '+44 1632 960961' }
  const getBuyer = async () =>
    (await t.call('owner', invoiceApi.get, { params })).body.data.document.buyer
  const buyer = { ...(await getBuyer()), address }
  await t.call('owner', invoiceApi.update, { params, body: { buyer } })
  const shown = await t.call(clerk, invoiceApi.get, { params })
  const edit = { buyer: { ...shown.body.data.document.buyer, name: 'Erna B.' } }
  const saved = await t.call(clerk, invoiceApi.update, { params, body: edit })
  const late = await t.call(clerk, invoiceApi.update, { params, body: { ...edit, version: 1 } })
  const list = await t.call(clerk, invoiceApi.list)
  expect([shown, saved, late, list].map(({ status }) => status)).toEqual([200, 200, 409, 200])
  for (const { body } of [shown, saved, late, list])
    expect(JSON.stringify(body)).not.toMatch(/erna@|960961/)
  expect(await getBuyer()).toEqual({ ...buyer, name: 'Erna B.' })
})

test('a draft that is created during the erasure of its customer does not name them', async () => {
  const order = await createOrder()
  const { creating } = await t.inStore(async tx => {
    await tx`select erase_customer(${order.customer._id})`
    const request = create(order._id)
    await waitForOrderLock()
    return { creating: request }
  })
  const { status, body } = await creating
  expect([status, body.data.buyerName]).toEqual([201, ''])
  const [row] = await t.inStore(tx => tx`select i::text from invoice i where id = ${body.data._id}`)
  expect(row?.['i']).not.toMatch(/Erna|shopper\.example/)
})

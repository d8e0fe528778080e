import { afterAll, beforeAll, expect, test } from 'vitest'
import { customerApi } from '#contract/customer/customer.ts'
import { customerAddressApi } from '#contract/customer/customer-address.ts'
import { customerDataApi } from '#contract/customer/customer-data.ts'
import { chatApi } from '#contract/desk/chat.ts'
import { orderApi } from '#contract/order/order.ts'
import { auditApi } from '#contract/staff/audit.ts'
import { openDisk } from '../lib/file/disk.ts'
import { addTestCart } from '../testing/subject/cart-testing.ts'
import { createOrderTester, exampleAddress } from '../testing/subject/order-testing.ts'
import { addProductAlert } from '../testing/subject/product-alert-testing.ts'
import { addSubscriber } from '../testing/subject/subscriber-testing.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

const email = 'Zora@shopper.example'
const secret = 'Zoranamenika'
const address = { ...exampleAddress, name: secret, line1: `${secret} Street 1`, country: 'DE' }

const getPhotoKey = () => `${t.people.owner.storeId}/01900000-0000-7000-8000-0000000000f0`
const openOrderDisk = () => openDisk(t.app.config, 'orders')

/** Adds a customer with one row of each kind, and returns the ids. */
async function addPerson() {
  const { product, variant } = await createOrderTester(t).createProduct({ status: 'active' })
  const body = { name: secret, email, phone: '+4930123456', note: secret, address }
  const customer = (await t.call('owner', customerApi.create, { body })).body.data._id
  await t.call('owner', customerAddressApi.addAddress, {
    params: { id: customer },
    body: { address },
  })
  const order = await createOrderTester(t).createOrderData({
    customer: { _id: customer },
    shippingAddress: address,
    lines: [{ variant, quantity: 1 }],
  })
  const lower = email.toLowerCase()
  await addTestCart(t, { variant, entries: { email } })
  await addSubscriber(t, lower)
  await addProductAlert(t, lower)
  await t.sql.begin(async tx => {
    await tx`select set_config('app.store_id', ${t.people.owner.storeId}, true)`
    await tx`select add_contact_message(${secret}, ${lower}, '', ${secret})`
  })
  await openOrderDisk().put(getPhotoKey(), 'photo')
  await t.inStore(async tx => {
    await tx`
      insert into review (product_id, order_id, rating, text, name, status)
      values (${product}, ${order._id}, 5, ${secret}, ${secret}, 'approved')`
    const [row] = await tx<{ id: string }[]>`
      insert into order_return (order_id, reason) values (${order._id}, ${secret}) returning id`
    await tx`
      insert into order_file (order_id, purpose, return_id, file_name, content_type, bytes, digest, file_key)
      values (${order._id}, 'return_photo', ${row?.id ?? ''}, ${`${secret}.webp`}, 'image/webp', 5, '',
        ${getPhotoKey()})`
  })
  return { customer, order }
}

/** Returns the tables of the store in which a text occurs. */
const findTables = (text: string) =>
  t.sql.begin(async tx => {
    await tx`select set_config('app.store_id', ${t.people.owner.storeId}, true)`
    const tables = await tx<{ name: string }[]>`
      select c.relname as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'store_id')`
    const tablesWithData: string[] = []
    for (const { name } of tables) {
      const [row] = await tx`
        select 1 from ${tx(name)} x
        where x.store_id = current_store() and x::text ilike ${`%${text}%`} limit 1`
      if (row) tablesWithData.push(name)
    }
    return tablesWithData.toSorted()
  })

test('a person is exported, then erased from every table and from the audit', async () => {
  const { customer, order } = await addPerson()
  const params = { id: customer }
  await t.call('owner', chatApi.openTeam, {
    body: { about: { subject: 'customer', _id: customer } },
  })
  await t.inStore(async tx => {
    await tx`
      insert into message (conversation_id, direction, status, text)
      select id, 'out', 'sent', 'Only for us' from conversation where place = 'team'`
    // The message of the contact form is linked to the customer too, but its email is not proved.
    await tx`
      with mail as (
        insert into conversation (channel, email, customer_id) values ('email', ${email.toLowerCase()}, ${customer})
        returning id
      )
      insert into message (conversation_id, direction, status, text)
      select id, 'out', 'sent', 'Your parcel is late.' from mail`
  })
  const { body: data } = await t.call('owner', customerDataApi.exportData, { params })
  expect(data).toMatchObject({
    profile: { name: secret, phone: '+4930123456' },
    addresses: [{ address: { name: secret } }],
    orders: [{ number: order.number, lines: [{}], returns: [{ reason: secret }] }],
    carts: [{ lines: [{}] }],
    reviews: [{ text: secret }],
    newsletter: [{ state: 'pending' }],
    productAlerts: [{ kind: 'stock' }],
    messages: [{ text: 'Your parcel is late.' }],
    files: [
      {
        orderNumber: order.number,
        purpose: 'return_photo',
        fileName: `${secret}.webp`,
        content: Buffer.from('photo').toString('base64'),
      },
    ],
  })
  for (const hidden of [getPhotoKey(), 'Only for us'])
    expect(JSON.stringify(data)).not.toContain(hidden)
  expect(data.consents.length).toBeGreaterThanOrEqual(2)

  const listEntries = async () =>
    (await t.call('owner', auditApi.list, { query: { record: customer } })).body.data
  expect((await listEntries())[0]).toMatchObject({ action: 'export', name: secret })

  const before = await findTables(secret)
  expect(before).toContain('audit')
  const rejected = await t.call('owner', customerDataApi.erase, { params, body: {} })
  expect(rejected.status).toBe(409)
  expect(rejected.body.code).toBe('customer_has_open_order')
  expect(await findTables(secret)).toEqual(before)

  await t.inStore(tx => tx`update "order" set status = 'completed' where id = ${order._id}`)
  await t.sql`select audit_seal_batch(10000)`
  const { body } = await t.call('owner', customerDataApi.erase, { params, body: {} })
  expect(body.data).toEqual({ orders: 1 })
  expect(await findTables(secret)).toEqual([])
  await t.runJobs()
  expect(await openOrderDisk().exists(getPhotoKey())).toBe(false)
  expect(await findTables(email)).toEqual([])
  expect(await findTables('+4930123456')).toEqual([])

  const erasedOrder = (await t.call('owner', orderApi.get, { params: { id: order._id } })).body.data
  expect(erasedOrder).toMatchObject({ number: order.number, total: order.total })
  expect(erasedOrder.shippingAddress).toMatchObject({ country: 'DE' })
  const changes = await t.changes()
  const otherCustomer = await t.call('owner', orderApi.update, {
    params: { id: order._id },
    body: { customer: { name: 'Grace' } },
  })
  expect([otherCustomer.status, otherCustomer.body.code]).toEqual([409, 'order_customer_erased'])
  expect(await t.changes()).toBe(changes)
  const entries: { action: string; name: string }[] = await listEntries()
  const events = entries.filter(({ action }) => action === 'customer_erased' || action === 'export')
  expect(events).toMatchObject([
    { action: 'customer_erased', name: '' },
    { action: 'export', name: '' },
  ])
  await t.sql`select audit_seal_batch(10000)`
  expect(await t.sql`select * from audit_violations()`).toEqual([])
})

test('a role without access to orders neither exports nor erases', async () => {
  const { body } = await t.call('owner', customerApi.create, { body: { name: 'Bob' } })
  const params = { id: body.data._id }
  expect((await t.call('stranger', customerDataApi.erase, { params, body: {} })).status).toBe(404)
  expect((await t.call('nobody', customerDataApi.exportData, { params })).status).toBe(403)
  expect((await t.call('owner', customerApi.get, { params })).status).toBe(200)
})

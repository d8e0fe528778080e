import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { conversationApi } from '#contract/desk/conversation.ts'
import { storeApi } from '#contract/store/store.ts'
import { addTestCart } from '../../testing/subject/cart-testing.ts'
import { openTestCheckout, placeTestOrder } from '../../testing/subject/test-order.ts'
import { Shopper, signInShopper } from '../../testing/subject/test-shopper.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'
import { findOrCreateShopperCustomer } from './shopper-customer.ts'

const url = '/account'
const place = { country: 'DE', line1: 'Harbor 9', postalCode: '20457', city: 'Hamburg' }

let t: TestApp
let email: string
let emailCount = 0
beforeAll(async () => {
  t = await startTestApp()
  await openTestCheckout(t)
})
beforeEach(() => {
  email = `hedy${++emailCount}@example.com`
})
afterAll(() => t.close())

const send = (shopper: Shopper, fields: Record<string, string>) => shopper.send(fields, { url })
const open = async (shopper: Shopper, path = url) => (await shopper.open(path)).body

async function signIn() {
  const order = await placeTestOrder(t, { email })
  const shopper = new Shopper(t)
  await signInShopper(t, shopper, email)
  return { shopper, order }
}

/** Returns everything that the account changes, to compare before and after a rejection. */
const readTables = () =>
  t.inStore(async tx => ({
    customers: [...(await tx`select * from customer order by id`)],
    addresses: [...(await tx`select * from customer_address order by id`)],
    subscribers: [...(await tx`select * from subscriber order by id`)],
    alerts: [...(await tx`select * from product_alert order by id`)],
    sessions: [...(await tx`select email from shopper_session order by email`)],
    messages: [...(await tx`select id from message order by id`)],
  }))

const listAddresses = async () => {
  const [row] = await t.inStore(
    tx => tx<{ standard: string; others: string[] }[]>`
    select c.address ->> 'line1' as standard, array(
      select a.address ->> 'line1' from customer_address a where a.customer_id = c.id order by a.id) as others
    from customer c where c.email = ${email}`,
  )
  return row
}

/** Returns the ids in the forms of the addresses. */
const listAddressIds = (body: string) =>
  [...body.matchAll(/name="address" value="([^"]*)"/g)].map(([, id = '']) => id)

test('addresses are added, changed, made the default and deleted', async () => {
  const { shopper } = await signIn()
  const standard = (await listAddresses())?.standard ?? ''
  expect(await open(shopper, `${url}?address=new`)).toContain('value="saveAddress"')
  const reply = await send(shopper, {
    intent: 'saveAddress',
    address: 'new',
    name: 'Hedy',
    ...place,
  })
  expect([reply.statusCode, reply.headers.location]).toEqual([
    303,
    '/account?done=addresses#addresses',
  ])
  expect(await listAddresses()).toEqual({ standard, others: ['Harbor 9'] })
  const [, id = ''] = listAddressIds(await open(shopper))
  const change = { intent: 'saveAddress', address: id, name: 'Hedy', ...place, line1: 'Harbor 10' }
  await send(shopper, change)
  await send(shopper, { intent: 'defaultAddress', address: id })
  expect(await listAddresses()).toEqual({ standard: 'Harbor 10', others: [standard] })
  const [current = '', former = ''] = listAddressIds(await open(shopper))
  await send(shopper, { intent: 'deleteAddress', address: former })
  expect(await listAddresses()).toEqual({ standard: 'Harbor 10', others: [] })
  await send(shopper, { intent: 'deleteAddress', address: current })
  expect((await listAddresses())?.standard).toBeNull()

  const body = await open(shopper)
  expect(body, 'the order still has its address').toContain('value="keepAddress"')
  const [orderAddress = ''] = listAddressIds(body)
  await send(shopper, { intent: 'keepAddress', address: orderAddress })
  expect(await listAddresses()).toEqual({ standard, others: [] })
})

test('an address has the fields of its country, and its errors are at the fields', async () => {
  const { shopper } = await signIn()
  const before = await readTables()
  const fields = { address: 'new', name: 'Hedy', ...place }
  const reply = await send(shopper, { intent: 'addressCountry', ...fields, country: 'US' })
  expect([reply.statusCode, reply.headers['cache-control']]).toEqual([200, 'private, no-store'])
  expect(reply.body).toContain('ZIP')
  expect(reply.body).toContain('value="Harbor 9"')
  const rejected = await send(shopper, { intent: 'saveAddress', ...fields, postalCode: '1' })
  expect(rejected.statusCode).toBe(422)
  expect(rejected.body).toContain('id="error-postalCode"')
  expect(rejected.body).toContain('value="Harbor 9"')
  expect(await readTables()).toEqual(before)
})

test('details are checked and saved', async () => {
  const { shopper } = await signIn()
  const before = await readTables()
  const rejected = await send(shopper, { intent: 'details', name: 'Hedy', phone: 'call me' })
  expect(rejected.statusCode).toBe(422)
  expect(rejected.body).toContain('id="error-phone-details"')
  expect(await readTables()).toEqual(before)
  const name = '"><script>alert(1)</script>'
  await send(shopper, { intent: 'details', name, phone: '040 1234567' })
  const body = await open(shopper)
  expect(body).toContain('value="+49 40 1234567"')
  expect(body).not.toContain('<script>alert')
})

test('the language of emails is that of the last order until the shopper chooses one', async () => {
  await t.call('owner', storeApi.update, {
    params: { id: t.people.owner.storeId },
    body: { data: { languages: ['de'] } },
  })
  const { shopper, order } = await signIn()
  email = `other-${email}`
  const { order: other } = await signIn()
  await send(shopper, { intent: 'newsletter', wanted: 'on' })
  expect(await open(shopper)).toContain('<option value="en" selected="">')
  email = email.replace('other-', '')
  const { order: newest } = await signIn()
  const { order: finished } = await signIn()
  await t.inStore(async tx => {
    await tx`
      update "order" set status = 'completed', archived_at = now()
      where id = any (${[newest.id, finished.id]})`
    await tx`update "order" set created_at = created_at + interval '1 minute' where id = ${newest.id}`
  })
  const fields = { intent: 'mailLanguage' }
  await send(shopper, { ...fields, language: 'ar' })
  expect(await open(shopper)).toContain('<option value="en" selected="">')
  await send(shopper, { intent: 'details', name: 'Hedy', phone: '', language: 'de' })
  expect(await open(shopper)).toContain('<option value="en" selected="">')
  const changed = await send(shopper, { ...fields, language: 'de' })
  expect(changed.headers.location).toBe('/account?done=emails#emails')
  const listVersions = () => t.inStore(tx => tx`select id, version from "order" order by id`)
  const versions = [...(await listVersions())]
  await send(shopper, { ...fields, language: 'de' })
  expect([...(await listVersions())]).toEqual(versions)
  expect(await open(shopper)).toContain('<option value="de" selected="">')
  const languages = await t.inStore(
    tx => tx`
      select language from "order" where id = ${order.id}
      union all select language from subscriber where language = 'de'
      union all select language from "order" where id = ${newest.id}
      union all select language from "order" where id = ${finished.id}
      union all select language from "order" where id = ${other.id}`,
  )
  expect(languages.map(({ language }) => language)).toEqual(['de', 'de', 'de', 'en', 'en'])
})

test('the newsletter is agreed to and ended, with its history', async () => {
  const { shopper } = await signIn()
  expect(await open(shopper)).toContain('You don’t receive news and offers.')
  await send(shopper, { intent: 'newsletter', wanted: 'on' })
  expect(await open(shopper)).toContain('You receive news and offers.')
  await send(shopper, { intent: 'newsletter', wanted: 'off' })
  const body = await open(shopper)
  expect(body).toContain('You don’t receive news and offers.')
  for (const text of ['Requested', 'Confirmed', 'Unsubscribed']) expect(body).toContain(`: ${text}`)
  await send(shopper, { intent: 'newsletter', wanted: 'on' })
  expect(await open(shopper)).toContain('You receive news and offers.')
})

test('records of others are not changed, and rejections write nothing', async () => {
  const { shopper, order } = await signIn()
  await shopper.send(
    { intent: 'add', product: order.product._id, variant: order.product.variant },
    { url: '/wish-list' },
  )
  const wish = { intent: 'alert', product: order.product._id, wanted: 'on' }
  await shopper.send(wish, { url: '/wish-list' })
  await send(shopper, { intent: 'saveAddress', address: 'new', name: 'Hedy', ...place })
  const body = await open(shopper)
  const [, address = ''] = listAddressIds(body)
  const [, alert = ''] = /name="alert" value="([^"]*)"/.exec(body) ?? []
  expect([address, alert]).not.toContain('')

  email = `other-${email}`
  const { shopper: other } = await signIn()
  const before = await readTables()
  const foreignChanges: Record<string, string>[] = [
    { intent: 'deleteAddress', address },
    { intent: 'defaultAddress', address },
    { intent: 'keepAddress', address },
    { intent: 'stopAlert', alert },
    { intent: 'stopAlerts' },
  ]
  for (const fields of foreignChanges) expect((await send(other, fields)).statusCode).toBe(303)
  const invalidChanges: Record<string, string>[] = [
    { intent: 'saveAddress', address: 'x', name: 'Hedy', ...place },
    { intent: 'saveAddress', address: 'new', name: 'Hedy', ...place, city: 'x'.repeat(10_000) },
    { intent: 'details', name: '' },
    { intent: 'newsletter', wanted: '10'.repeat(500) },
    { intent: 'requestErasure' },
    {},
  ]
  for (const fields of invalidChanges) expect((await send(other, fields)).statusCode).toBe(422)
  for (const intent of ['signOutEverywhere', 'details', 'requestErasure', 'newsletter'])
    await send(new Shopper(t), { intent, name: 'x', sure: 'on', wanted: 'on' })
  expect(await readTables()).toEqual(before)

  await send(shopper, { intent: 'stopAlerts' })
  expect(await open(shopper)).not.toContain('name="alert"')
})

test('the data is a file of the signed-in shopper only', async () => {
  const { shopper, order } = await signIn()
  const file = await shopper.open('/account/data')
  expect(file.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'private, no-store',
    'content-disposition': 'attachment; filename="my-data.json"',
  })
  expect(JSON.parse(file.body)).toMatchObject({
    profile: { email },
    orders: [{ id: order.id }],
  })
  expect(file.body).not.toContain('token_hash')
  const stranger = await new Shopper(t).open('/account/data')
  expect([stranger.statusCode, stranger.headers.location]).toEqual([303, url])
})

test('the data of a shopper has nothing of staff and former customers', async () => {
  const secret = 'Only for staff'
  const { shopper, order } = await signIn()
  const former = await placeTestOrder(t, { email })
  await addTestCart(t, { variant: order.product.variant, entries: { email, name: secret } })
  await t.inStore(async tx => {
    await tx`update customer set note = ${secret}, tags = array[${secret}] where email = ${email}`
    await tx`
      update "order" set note = ${secret}, tags = array[${secret}], customer_note = 'Ring twice'
      where id = ${order.id}`
    await tx`
      update "order" set customer_since = now(), customer_note = ${secret},
        checkout_answers = jsonb_build_array(jsonb_build_object('label', 'Gift for', 'value', ${secret}::text))
      where id = ${former.id}`
    await tx`
      insert into "order" (number, currency, customer_email, customer_name)
      values ('UNVERIFIED', 'EUR', ${email}, ${secret})`
    await tx`
      insert into order_event (order_id, type, actor, data)
      select ${order.id}, type, ${secret}, jsonb_build_object('text', ${secret}::text)
      from unnest('{note_added,shopper_edited}'::text[]) type`
    await tx`
      insert into payment (order_id, kind, amount, reference, note)
      values (${order.id}, 'payment', 100, ${secret}, ${secret})`
    await tx`
      with request as (
        insert into order_return (order_id, reason) values (${order.id}, 'Too small') returning id, order_id
      )
      insert into order_file (order_id, purpose, return_id, file_name, content_type, bytes, digest, file_key)
      select order_id, 'return_photo', id, 'photo.webp', 'image/webp', 5, '', 'photo' from request
      union all
      select order_id, 'attachment', null, ${secret}, 'application/pdf', 5, '', 'attachment' from request`
  })
  await t.sql.begin(async tx => {
    await tx`select set_config('app.store_id', ${t.people.owner.storeId}, true)`
    await tx`select add_contact_message(${secret}, ${email}, '', ${secret})`
    await tx`
      with mail as (insert into conversation (channel, email) values ('email', ${email}) returning id)
      insert into message (conversation_id, direction, status, text)
      select id, 'out', 'sent', 'Your parcel is late.' from mail`
  })
  const readData = async () => (await shopper.open('/account/data')).body
  const data = await readData()
  const files = [{ orderNumber: expect.any(String), purpose: 'return_photo', content: null }]
  expect(JSON.parse(data)).toMatchObject({
    profile: { email, address: { line1: expect.any(String) } },
    orders: [
      {
        id: order.id,
        customer_email: email,
        customer_note: 'Ring twice',
        lines: [{ title: 'Blue teapot', quantity: 2 }],
        payments: [{ amount: 100 }],
        returns: [{ reason: 'Too small' }],
      },
      { id: former.id },
    ],
    messages: [{ text: 'Your parcel is late.' }],
    files,
  })
  expect(data).toContain('shopper_edited')
  for (const text of [secret, 'UNVERIFIED', 'note_added', 'carts']) expect(data).not.toContain(text)

  await t.inStore(tx => tx`delete from customer where email = ${email}`)
  expect(JSON.parse(await readData())).toMatchObject({ profile: null, orders: [{}, {}], files })
})

test('two first changes of a shopper at once add one customer', async () => {
  const countWaitingLocks = async () => {
    const locks = await t.sql`
      select 1 from pg_locks l join pg_stat_activity a using (pid)
      where not l.granted and a.datname = current_database()`
    return locks.length
  }
  const { id, second } = await t.inStore(async tx => {
    const id = await findOrCreateShopperCustomer(tx, email, 'Hedy')
    const second = t.inStore(other => findOrCreateShopperCustomer(other, email, 'Hedy'))
    await expect.poll(countWaitingLocks).toBe(1)
    return { id, second }
  })
  expect(await second).toBe(id)
})

test('a request for deletion reaches the inbox of the store', async () => {
  const { shopper } = await signIn()
  const reply = await send(shopper, { intent: 'requestErasure', sure: 'on' })
  expect(reply.headers.location).toBe('/account?done=erasure#data')
  const { body } = await t.call('owner', conversationApi.list)
  expect(body.data[0]).toMatchObject({ email, channel: 'form' })
  expect(body.data[0].lastText).toContain('delete my personal data')
})

test('logging out on all devices ends every session and link', async () => {
  const { shopper } = await signIn()
  const phone = new Shopper(t)
  await signInShopper(t, phone, email)
  await send(phone, { intent: 'signOutEverywhere' })
  for (const device of [shopper, phone]) expect(await open(device)).toContain('value="requestLink"')
})

test('an order is ordered again from the account', async () => {
  const { shopper, order } = await signIn()
  expect(await open(shopper)).toContain(`action="${order.path}"`)
  const reply = await shopper.send({ intent: 'again' }, { url: order.path })
  expect(reply.headers.location).toBe('/cart')
  expect(await open(shopper, '/cart')).toContain('Blue teapot')
})

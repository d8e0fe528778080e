import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cmsApi } from '#contract/cms/cms.ts'
import { cartApi } from '#contract/order/cart.ts'
import { productApi } from '#contract/product/product.ts'
import { storeApi } from '#contract/store/store.ts'
import { listDueReminders } from '../cart/cart-store.ts'
import { listMailsTo } from '../testing/list-mails.ts'
import { visit } from '../testing/subject/storefront-testing.ts'
import { Shopper } from '../testing/subject/test-shopper.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
let variant: string
let email: string
let mailCount = 0
beforeAll(async () => {
  t = await startTestApp()
  await t.call('owner', storeApi.update, {
    params: { id: t.people.owner.storeId },
    body: { data: { status: 'live', languages: ['de'] } },
  })
  const { data } = (await t.call('owner', cmsApi.get)).body
  // A store sends nothing by itself before a seller switches it on.
  expect(data.checkout.remindsCarts).toBe(false)
  await t.call('owner', cmsApi.update, { body: { checkout: { remindsCarts: true } } })
  const reply = await t.call('owner', productApi.create, {
    body: { title: 'Blue teapot', price: 2490, stock: 50, status: 'active' },
  })
  variant = reply.body.data.variants[0]._id
})
beforeEach(() => {
  email = `ada${++mailCount}@example.com`
})
afterAll(() => t.close())

/** Returns a shopper at the checkout and the id of the cart. */
async function leaveCart(entries: Record<string, string>, url = '/checkout') {
  const shopper = new Shopper(t)
  await shopper.send({ intent: 'add', variant })
  await shopper.send({ intent: 'quote', email, ...entries }, { url })
  const { data } = (await t.call('owner', cartApi.list, { query: { perPage: 1 } })).body
  const id: string = data[0]._id
  return { shopper, id }
}
const sendReminder = (id: string) => t.call('owner', cartApi.sendReminder, { params: { id } })
const getCart = async (id: string) =>
  (await t.call('owner', cartApi.get, { params: { id } })).body.data

test('a reminder with a link to the cart is sent once, in the language of the shopper', async () => {
  const { shopper, id } = await leaveCart({ remind: 'on' }, '/de/checkout')
  expect((await shopper.open('/checkout')).body).toMatch(/name="remind"[^>]*checked/)
  expect((await getCart(id)).reminderConsentAt).not.toBeNull()
  expect((await sendReminder(id)).status).toBe(200)
  expect((await sendReminder(id)).body.code).toBe('cart_reminder_sent')
  await t.runJobs()
  const mails = await listMailsTo(t, email)
  expect(mails).toHaveLength(1)
  expect(mails[0]).toContain('Blue teapot')
  expect(mails[0]).toContain('Ihr Warenkorb wartet auf Sie')
  expect(mails[0]).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  const [, path = ''] = /(\/de\/cart\/[\w-]{22})/.exec(mails[0] ?? '') ?? []
  const phone = new Shopper(t)
  await phone.send({}, { url: path })
  expect((await phone.open()).body).toContain('Blue teapot')
})

test('no reminder is sent without consent, and an unticked box withdraws it', async () => {
  const first = await leaveCart({})
  const before = await getCart(first.id)
  expect((await sendReminder(first.id)).body.code).toBe('cart_reminder_not_allowed')
  expect(await getCart(first.id)).toEqual(before)
  const second = await leaveCart({ remind: 'on' })
  await second.shopper.send({ intent: 'quote', email }, { url: '/checkout' })
  expect((await sendReminder(second.id)).body.code).toBe('cart_reminder_not_allowed')
  const third = await leaveCart({ remind: 'on', email: 'nobody' })
  expect((await sendReminder(third.id)).body.code).toBe('cart_reminder_not_allowed')
  await t.runJobs()
  expect(await listMailsTo(t, email)).toEqual([])
})

test('the link in the email withdraws the consent, only with its token and only by a form', async () => {
  const { id } = await leaveCart({ remind: 'on' })
  await sendReminder(id)
  await t.runJobs()
  const [mail = ''] = await listMailsTo(t, email)
  const [, path = ''] = /List-Unsubscribe:\s*<[^>]*?(\/mail\/[^>]*)>/.exec(mail) ?? []
  expect((await visit(t, path)).body).toContain('Stop reminders')
  const otherId = crypto.randomUUID()
  for (const url of [path.slice(0, -1), path.replace(id, otherId), path.replace('stop', 'start')]) {
    expect((await visit(t, url)).statusCode, url).toBe(404)
    expect((await visit(t, url, { method: 'POST' })).statusCode, url).toBe(404)
  }
  expect((await getCart(id)).reminderConsentAt).not.toBeNull()
  const done = await new Shopper(t).send({}, { url: path })
  expect(done.headers.location).toBe(`${path}?done=1`)
  expect((await visit(t, `${path}?done=1`)).body).toContain('Reminders stopped')
  expect((await getCart(id)).reminderConsentAt).toBeNull()
})

test.each([
  ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
  [
    'multipart/form-data; boundary=x',
    '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
  ],
])('a mail program withdraws the consent with %s', async (type, payload) => {
  const { id } = await leaveCart({ remind: 'on' })
  await sendReminder(id)
  await t.runJobs()
  const [mail = ''] = await listMailsTo(t, email)
  const [, path = ''] = /List-Unsubscribe:\s*<[^>]*?(\/mail\/[^>]*)>/.exec(mail) ?? []
  const reply = await visit(t, path, {
    method: 'POST',
    headers: { 'content-type': type },
    payload,
  })
  expect(reply.statusCode).toBe(200)
  expect((await getCart(id)).reminderConsentAt).toBeNull()
})

/** Makes the last change of a cart lie some hours back and runs the scheduled job. */
async function remindAfter(id: string, hours: number) {
  await t.inStore(
    tx => tx`update cart set updated_at = now() - ${hours} * interval '1 hour' where id = ${id}`,
  )
  await t.app.jobs['cart.remind']?.({}, {} as never)
  await t.runJobs()
}

test('a reminder is sent by itself after the delay of the store, once and only with consent', async () => {
  const { id } = await leaveCart({ remind: 'on' })
  await remindAfter(id, 3.9)
  expect(await listMailsTo(t, email)).toHaveLength(0)
  await remindAfter(id, 4.1)
  await remindAfter(id, 9)
  expect(await listMailsTo(t, email)).toHaveLength(1)
  expect((await getCart(id)).reminderSentAt).not.toBeNull()

  email = `without-consent@example.com`
  const other = await leaveCart({})
  await remindAfter(other.id, 9)
  expect(await listMailsTo(t, email)).toHaveLength(0)

  await t.call('owner', cmsApi.update, { body: { checkout: { reminderHours: 24 } } })
  email = 'patient@example.com'
  const patient = await leaveCart({ remind: 'on' })
  await remindAfter(patient.id, 23)
  expect(await listMailsTo(t, email)).toHaveLength(0)
  await t.call('owner', cmsApi.update, { body: { checkout: { remindsCarts: false } } })
  await remindAfter(patient.id, 25)
  expect(await listMailsTo(t, email)).toHaveLength(0)
  await t.call('owner', cmsApi.update, { body: { checkout: { remindsCarts: true } } })
  await remindAfter(patient.id, 25)
  expect(await listMailsTo(t, email)).toHaveLength(1)
  await t.call('owner', cmsApi.update, { body: { checkout: { reminderHours: 4 } } })
})

test('an email that the shopper did not finish is no email to remind', async () => {
  const { id } = await leaveCart({ remind: 'on' })
  await t.inStore(
    tx => tx`update cart set checkout = checkout || '{"email":"ada@"}' where id = ${id}`,
  )
  await remindAfter(id, 9)
  expect((await sendReminder(id)).body.code).toBe('cart_reminder_not_allowed')
  expect((await getCart(id)).reminderSentAt).toBeNull()
  const due = await t.inStore(tx => listDueReminders(tx))
  expect(due.map(cart => cart.id)).not.toContain(id)
})

test('no reminder is sent after an order with the same email, and orders after one are counted', async () => {
  const order = (isCanceled = false) =>
    t.inStore(
      tx => tx`
        insert into "order" (number, currency, customer_email, source, subtotal, total, status)
        values (${`#${crypto.randomUUID().slice(0, 8)}`}, 'USD', ${email.toUpperCase()}, 'storefront', 2490, 2490,
          ${isCanceled ? 'cancelled' : 'pending'})`,
    )
  const countRecovered = async () => {
    const { data } = (await t.call('owner', cartApi.getCounts)).body
    return { count: data.recoveredCount, total: data.recoveredTotal }
  }
  const { id } = await leaveCart({ remind: 'on' })
  await order()
  await remindAfter(id, 9)
  expect(await listMailsTo(t, email)).toHaveLength(0)
  expect(await countRecovered()).toEqual({ count: 0, total: 0 })

  email = 'back@example.com'
  const cart = await leaveCart({ remind: 'on' })
  await remindAfter(cart.id, 9)
  await order()
  await order(true)
  expect(await countRecovered()).toEqual({ count: 1, total: 2490 })
  const { data } = (await t.call('owner', cartApi.list, { query: { view: 'reminded' } })).body
  expect(data.map((row: { _id: string }) => row._id)).toContain(cart.id)
})

import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { customerApi } from '#contract/customer/customer.ts'
import { customerConsentApi } from '#contract/customer/customer-history.ts'
import { productAlertApi } from '#contract/product/product-alert.ts'
import { storeApi } from '#contract/store/store.ts'
import { clock } from '../lib/security/rate-limit.ts'
import { listMailsTo } from '../testing/list-mails.ts'
import { createOrderTester, type SampleProduct } from '../testing/subject/order-testing.ts'
import { visit } from '../testing/subject/storefront-testing.ts'
import { Shopper } from '../testing/subject/test-shopper.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
let cup: SampleProduct
let email: string
let count = 0
beforeAll(async () => {
  t = await startTestApp({ LIMIT_FACTOR: '10' })
  t.app.config.rateLimits.productAlertMail = { target: { count: 10, refillSeconds: 3600 } }
  await t.call('owner', storeApi.update, {
    params: { id: t.people.owner.storeId },
    body: { data: { status: 'live', languages: ['de'] } },
  })
})
beforeEach(async () => {
  email = `ann${++count}@example.com`
  cup = await createOrderTester(t).createProduct({ status: 'active' })
  await setVariant({ stock: 0, price: 2000 })
})
afterAll(() => t.close())

const setVariant = (fields: Record<string, unknown>) =>
  t.inStore(tx => tx`update variant set ${tx(fields)} where id = ${cup.variant}`)
const request = (fields = {}, url = '/alerts') =>
  new Shopper(t).send(
    { variant: cup.variant, kind: 'stock', email, ...fields },
    { url, ip: `10.0.${count}.1` },
  )
const post = async (path: string, fields = {}) =>
  (await new Shopper(t).send(fields, { url: path })).statusCode
const find = async (as = email) =>
  (await t.call('owner', productAlertApi.list, { query: { q: as } })).body.data[0]
const countWaiting = async () =>
  (await t.call('owner', productAlertApi.getCounts, { params: { id: cup.product } })).body.data

/** Returns the emails to the shopper so far. */
async function readMails() {
  await t.runJobs()
  return listMailsTo(t, email)
}
const findPath = (mail: string, action: string) =>
  new RegExp(`(/de)?/mail/${action}/[\\w-]+/[\\w-]+`).exec(mail)?.[0] ?? ''

/** Requests an alert and confirms it. */
async function confirm(fields = {}, url?: string) {
  await request(fields, url)
  const path = findPath((await readMails()).at(-1) ?? '', 'confirmAlert')
  expect(await post(path)).toBe(303)
  return path
}

test('a confirmed alert is sent once when the variant is in stock again', async () => {
  const reply = await request({}, '/de/alerts')
  expect(reply.headers.location).toContain('/de/alerts?')
  expect((await visit(t, String(reply.headers.location))).body).toContain('Postfach')
  expect(await find()).toMatchObject({
    state: 'pending',
    kind: 'stock',
    consentText: expect.stringContaining('wieder da'),
  })
  const [first = ''] = await readMails()
  expect(first).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  const confirmPath = findPath(first, 'confirmAlert')
  expect((await visit(t, confirmPath)).statusCode).toBe(200)
  expect((await find()).state).toBe('pending')
  expect(await post(confirmPath)).toBe(303)
  expect(await countWaiting()).toEqual({ stock: 1, price: 0, wishLists: 0 })
  expect(await readMails()).toHaveLength(1)

  await setVariant({ stock: 3 })
  const [, alert = ''] = await readMails()
  expect(alert).toContain('Wieder')
  expect(alert).toContain(`?variant=${cup.variant}`)
  expect(alert).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  expect(await find()).toMatchObject({ state: 'sent', sentAt: expect.any(String) })
  expect(await countWaiting()).toEqual({ stock: 0, price: 0, wishLists: 0 })
  await setVariant({ stock: 0 })
  await setVariant({ stock: 2 })
  expect(await readMails()).toHaveLength(2)
})

test('a price alert is sent when the price falls below the price at the request', async () => {
  await setVariant({ stock: 5 })
  await confirm({ kind: 'price' })
  await setVariant({ price: 3000 })
  await setVariant({ price: 2000 })
  expect(await readMails()).toHaveLength(1)
  await setVariant({ price: 1500 })
  const mails = await readMails()
  expect(mails).toHaveLength(2)
  expect(mails[1]).toContain('$20.00')
  expect(mails[1]).toContain('$15.00')
  expect((await find()).state).toBe('sent')
})

test('the button of a mail program ends all alerts of the person', async () => {
  await confirm()
  await confirm({ kind: 'price' })
  expect(await countWaiting()).toEqual({ stock: 1, price: 1, wishLists: 0 })
  const stopPath = findPath((await readMails())[0] ?? '', 'stopAlert') // of List-Unsubscribe
  expect(await post(stopPath, { 'List-Unsubscribe': 'One-Click' })).toBe(200)
  expect(await countWaiting()).toEqual({ stock: 0, price: 0, wishLists: 0 })
  await setVariant({ stock: 9, price: 1 })
  expect(await readMails()).toHaveLength(2)
  expect((await find()).state).toBe('unsubscribed')
})

test('an alert whose product was sold out again before its email waits as before', async () => {
  await confirm()
  await t.inStore(
    tx => tx`update product_alert set state = 'sent', sent_at = now() where email = ${email}`,
  )
  const { _id: id } = await find()
  const { storeId } = t.people.owner
  const payload = { storeId, id }
  await t.inStore(tx => tx`select add_job('productAlert.mail', ${tx.json(payload)}::json)`)
  expect(await readMails()).toHaveLength(1)
  expect(await find()).toMatchObject({ state: 'confirmed', sentAt: null })
})

test('alerts of a draft wait until the product is for sale', async () => {
  await confirm()
  await t.inStore(tx => tx`update product set status = 'draft' where id = ${cup.product}`)
  await setVariant({ stock: 1 })
  expect(await readMails()).toHaveLength(1)
  expect((await request()).statusCode).toBe(303)
  await t.inStore(tx => tx`update product set status = 'active' where id = ${cup.product}`)
  await t.inStore(tx => tx`select add_job('productAlert.recheck', '{}')`)
  expect(await readMails()).toHaveLength(2)
})

test('a person gets one email an hour to confirm an alert, and ten for all alerts', async () => {
  vi.spyOn(clock, 'sleep').mockResolvedValue(undefined)
  await request()
  await request()
  expect(await readMails()).toHaveLength(1)
  const replies = []
  for (let sent = 2; sent <= 10; sent++) replies.push((await request()).statusCode)
  expect(replies).toEqual([...Array.from({ length: 8 }, () => 303), 429])
  expect((await request()).body).toContain('Wait a moment')
  expect(await readMails()).toHaveLength(1)
})

test.each([
  ['no email', { email: '' }, 422],
  ['half an email', { email: 'ann@' }, 422],
  ['an unknown kind', { kind: 'color' }, 404],
  ['an unknown variant', { variant: '00000000-0000-7000-8000-000000000001' }, 303],
  ['a bot', { website: 'https://bot.example' }, 303],
])('%s adds no alert', async (_, fields, status) => {
  const before = (await t.call('owner', productAlertApi.list)).body.data
  expect((await request(fields)).statusCode).toBe(status)
  expect((await t.call('owner', productAlertApi.list)).body.data).toEqual(before)
})

test('the consent history of a customer names each step', async () => {
  const { body } = await t.call('owner', customerApi.create, { body: { email } })
  const params = { id: body.data._id }
  await confirm()
  const list = await t.call('owner', customerConsentApi.listConsents, { params })
  expect(list.body.data).toMatchObject([
    { kind: 'alertConfirmed', consentText: expect.stringContaining('back in stock') },
    { kind: 'alertRequested', source: '/', consentText: expect.stringContaining('back in stock') },
  ])
})

test('unconfirmed alerts are deleted after 30 days', async () => {
  await request()
  await t.inStore(
    tx =>
      tx`update product_alert set requested_at = now() - interval '31 days' where email = ${email}`,
  )
  expect(await find()).toMatchObject({ state: 'pending' })
  await t.runJob('retention.cleanup')
  expect(await find()).toBeUndefined()
})

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { subscriberApi } from '#contract/customer/subscriber.ts'
import { storeApi } from '#contract/store/store.ts'
import { listMailsTo } from '../testing/list-mails.ts'
import { visit } from '../testing/subject/storefront-testing.ts'
import { Shopper } from '../testing/subject/test-shopper.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
let email: string
let emailCount = 0
beforeAll(async () => {
  t = await startTestApp({ LIMIT_FACTOR: '10' })
  await t.call('owner', storeApi.update, {
    params: { id: t.people.owner.storeId },
    body: { data: { status: 'live', languages: ['de'] } },
  })
})
beforeEach(() => {
  email = `ann${++emailCount}@example.com`
})
afterAll(() => t.close())

const subscribe = (fields = {}, url = '/newsletter') =>
  new Shopper(t).send({ email, ...fields }, { url })
const post = async (path: string) => (await new Shopper(t).send({}, { url: path })).statusCode
const find = async () =>
  (await t.call('owner', subscriberApi.list, { query: { q: email } })).body.data[0]

/** Returns the paths of the confirmation email to the shopper. */
async function readMail() {
  await t.runJobs()
  const [mail = ''] = await listMailsTo(t, email)
  const [confirmPath = ''] = /(\/de)?\/mail\/confirmNewsletter\/[\w-]+\/[\w-]+/.exec(mail) ?? []
  const [stopPath = ''] = /(\/de)?\/mail\/stopNewsletter\/[\w-]+\/[\w-]+/.exec(mail) ?? []
  return { mail, confirmPath, stopPath }
}

test('a subscription is confirmed by a button behind the link in the email, then ended', async () => {
  await t.inStore(
    tx => tx`insert into customer (name, email, accepts_marketing) values ('Ann', ${email}, true)`,
  )
  const reply = await subscribe({}, '/de/newsletter')
  expect(reply.headers.location).toBe('/de/newsletter?sent=1')
  expect(await find()).toMatchObject({
    state: 'pending',
    language: 'de',
    consentText: expect.stringContaining('Ich möchte den Newsletter von Store of owner'),
  })
  const { mail, confirmPath, stopPath } = await readMail()
  expect(mail).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  expect((await visit(t, confirmPath)).body).toContain('Newsletter bestätigen')
  expect((await find()).state).toBe('pending')
  expect(await post(confirmPath)).toBe(303)
  expect(await find()).toMatchObject({ state: 'confirmed', confirmedAt: expect.any(String) })
  expect(await post(stopPath)).toBe(303)
  expect((await find()).state).toBe('unsubscribed')
  expect(await post(confirmPath)).toBe(404)
  expect((await find()).state).toBe('unsubscribed')
  // The end counts for all marketing emails, until the person confirms again.
  const [customer] = await t.inStore(
    tx => tx`select accepts_marketing from customer where folded_email = ${email}`,
  )
  expect(customer).toMatchObject({ acceptsMarketing: false })
  const suppressed = await t.inStore(
    tx => tx`select reason from email_suppression where email = ${email}`,
  )
  expect(suppressed).toMatchObject([{ reason: 'unsubscribed' }])
})

test('the reply is the same for subscribers, who receive no other email', async () => {
  await subscribe()
  const { confirmPath } = await readMail()
  await post(confirmPath)
  const confirmed = await find()
  const reply = await subscribe()
  expect(reply.headers.location).toBe('/newsletter?sent=1')
  expect(await find()).toEqual(confirmed)
  await t.runJobs()
  expect(await listMailsTo(t, email)).toHaveLength(1)
})

test('one email an hour is sent to a person who has not confirmed', async () => {
  await subscribe()
  await subscribe()
  await t.runJobs()
  expect(await listMailsTo(t, email)).toHaveLength(1)
  await t.inStore(
    tx =>
      tx`update subscriber set requested_at = now() - interval '2 hours' where email = ${email}`,
  )
  await subscribe()
  await t.runJobs()
  expect(await listMailsTo(t, email)).toHaveLength(2)
})

test.each([
  ['no email', { email: '' }, 422],
  ['half an email', { email: 'ann@' }, 422],
  ['a bot', { website: 'https://bot.example' }, 303],
])('%s adds no subscriber', async (_, fields, status) => {
  const before = (await t.call('owner', subscriberApi.list)).body.data
  expect((await subscribe(fields)).statusCode).toBe(status)
  expect((await t.call('owner', subscriberApi.list)).body.data).toEqual(before)
})

test('links without their token or after 7 days change nothing', async () => {
  await subscribe()
  const { confirmPath, stopPath } = await readMail()
  const before = await find()
  const [, , , id = '', token = ''] = confirmPath.split('/')
  for (const path of [
    `/mail/confirmNewsletter/${id}/${token.slice(1)}x`,
    `/mail/stopNewsletter/${id}/${token}`,
    `/mail/confirmNewsletter/${crypto.randomUUID()}/${token}`,
    `/mail/confirmNewsletter/x/${token}`,
    stopPath.replace('stopNewsletter', 'stopReminder'),
  ])
    expect(await post(path), path).toBe(404)
  await t.inStore(
    tx => tx`update subscriber set requested_at = now() - interval '8 days' where email = ${email}`,
  )
  expect(await post(confirmPath)).toBe(404)
  expect(await find()).toEqual(before)
})

test('the export has the link to unsubscribe, and no formulas', async () => {
  email = '+1@example.com'
  await subscribe()
  const csv = String((await t.call('owner', subscriberApi.export, { query: { q: email } })).body)
  expect(csv).toContain("'+1@example.com")
  const [path = ''] = /\/mail\/stopNewsletter\/[\w-]+\/[\w-]+/.exec(csv) ?? []
  expect(await post(path)).toBe(303)
  expect((await find()).state).toBe('unsubscribed')
})

test('unconfirmed emails are deleted after 30 days', async () => {
  await subscribe()
  await t.inStore(
    tx =>
      tx`update subscriber set requested_at = now() - interval '31 days' where email = ${email}`,
  )
  expect(await find()).toMatchObject({ state: 'pending' })
  await t.runJob('retention.cleanup')
  expect(await find()).toBeUndefined()
})

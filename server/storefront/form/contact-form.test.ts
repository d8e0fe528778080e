import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { cmsApi } from '#contract/cms/cms.ts'
import { conversationApi } from '#contract/desk/conversation.ts'
import { notificationApi } from '#contract/staff/notification.ts'
import { storeApi } from '#contract/store/store.ts'
import { clock } from '../../lib/security/rate-limit.ts'
import { listMailsTo } from '../../testing/list-mails.ts'
import { getOwnerOrigin, setStoreStatus, visit } from '../../testing/subject/storefront-testing.ts'
import { samplePassword } from '../../testing/test-sample.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'

const path = '/pages/contact-us'
const message = {
  name: 'Ann <b>Shopper</b>',
  email: 'Ann@Shopper.example',
  orderNumber: '#1001',
  message: 'Where is my teapot?\r\n\r\nThank you!',
}
let t: TestApp
beforeAll(async () => {
  t = await startTestApp({ LIMIT_FACTOR: '1' })
  await setStoreStatus(t, 'live')
  await t.call('owner', storeApi.update, {
    params: { id: t.people.owner.storeId },
    body: { data: { languages: ['de'] } },
  })
})
afterAll(() => t.close())
vi.spyOn(clock, 'sleep').mockResolvedValue(undefined)

type SendOptions = { url?: string; headers?: Record<string, string>; ip?: string }
const send = (
  fields: Record<string, string>,
  { url = path, headers = {}, ip = '127.0.0.1' }: SendOptions = {},
) =>
  visit(t, url, {
    method: 'POST',
    remoteAddress: ip,
    payload: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })
const listMessages = async () => (await t.call('owner', conversationApi.list)).body.data
const publish = async (status: 'published' | 'draft') => {
  const page = (await t.call('owner', cmsApi.getPage, { params: { slug: 'contact-us' } })).body.data
  return t.call('owner', cmsApi.updatePage, { params: { id: page._id }, body: { status } })
}

beforeEach(async () => {
  await t.sql`delete from rate_limit_bucket`
  await publish('published')
})

test('the page for contact shows the address, the email and the phone number of the store', async () => {
  const body = {
    contact: {
      email: 'desk@store.example',
      phone: '+49 40 1234567',
      address: { line1: 'Quay 4', postalCode: '20457', city: 'Hamburg' },
    },
    password: samplePassword,
  }
  expect((await t.call('owner', cmsApi.update, { body })).status).toBe(200)
  const readAddress = async () =>
    /<address class="contact-address">.*?<\/address>/s.exec((await visit(t, path)).body)?.[0] ?? ''
  await expect.poll(readAddress).toContain('desk@store.example')
  const address = await readAddress()
  for (const part of ['Quay 4', '20457', 'Hamburg', '+49 40 1234567'])
    expect(address).toContain(part)
})

test('a message reaches the back office, the bell and the mailbox of the store', async () => {
  await t.call('owner', cmsApi.update, {
    body: { contact: { email: 'hello@store.example' }, password: samplePassword },
  })
  await expect
    .poll(async () => (await visit(t, path)).body)
    .toContain(`action="${path}" method="post"`)
  const reply = await send(message)
  expect([reply.statusCode, reply.headers.location]).toEqual([303, `${path}?sent=1#contact-form`])
  expect([reply.headers['set-cookie'], reply.headers['cache-control']]).toEqual([
    undefined,
    'no-store',
  ])
  const sentPage = await visit(t, `${path}?sent=1`)
  expect(sentPage.body).toContain('Thank you for your message.')
  expect(sentPage.body).not.toContain('<textarea')

  const [stored] = await listMessages()
  expect(stored).toMatchObject({
    name: message.name,
    email: 'ann@shopper.example',
    channel: 'form',
    status: 'open',
    isUnseen: true,
    lastText: 'Where is my teapot?\n\nThank you!',
  })
  const { body } = await t.call('owner', conversationApi.get, { params: { id: stored._id } })
  expect(body.data).toMatchObject({
    orderNumber: '#1001',
    messages: [{ direction: 'in', text: 'Where is my teapot?\n\nThank you!' }],
  })
  const notifications = (await t.call('owner', notificationApi.list)).body.data
  expect(notifications[0]).toMatchObject({
    kind: 'message_received',
    subject: 'conversation',
    subjectId: stored._id,
    data: { customer: message.name },
  })
  await t.runJobs()
  const mails = await listMailsTo(t, 'hello@store.example')
  const mail = mails.find(text => text.includes(`/apps/email/view/${stored._id}`))
  expect(mail).toContain('Reply-To: "Ann <b>Shopper</b>" <ann@shopper.example>')
  expect(mail).toContain('Ann &lt;b&gt;Shopper')
})

test('errors are at their fields, and the typed text stays', async () => {
  const before = await t.changes()
  const reply = await send({
    ...message,
    name: ' ',
    email: 'ann@',
    message: 'Keep "this" <i>text</i>',
  })
  expect([reply.statusCode, reply.headers['cache-control']]).toEqual([422, 'no-store'])
  expect(reply.body).toContain('Keep &quot;this&quot; &lt;i&gt;text&lt;/i&gt;</textarea>')
  expect(reply.body).toContain('value="#1001"')
  expect(reply.body).toMatch(/id="field-name"[^>]*autofocus=""[^>]*aria-describedby="error-name"/)
  expect(reply.body).toContain('id="error-name">Fill in this field.')
  expect(reply.body).toContain('id="error-email">Enter a valid email address.')
  expect(reply.body).not.toContain('error-message')
  expect((await visit(t, path)).body).not.toContain('Keep &quot;this')
  expect(await t.changes()).toBe(before)
})

test('the form has the language of the page', async () => {
  const german = await send({ ...message, name: '' }, { url: `/de${path}` })
  expect(german.body).toContain('Füllen Sie dieses Feld aus.')
  expect(german.body).toContain(`action="/de${path}"`)
  expect((await send(message, { url: `/de${path}` })).headers.location).toBe(
    `/de${path}?sent=1#contact-form`,
  )
})

test.each([
  ['another site', { 'sec-fetch-site': 'cross-site' }],
  ['another store of the domain', { 'sec-fetch-site': 'same-site' }],
  ['another origin', { origin: 'https://evil.example' }],
  ['an unknown origin', { origin: 'null' }],
])('a form of %s is rejected', async (_case, headers) => {
  const before = await t.changes()
  expect((await send(message, { headers })).statusCode).toBe(403)
  expect(await t.changes()).toBe(before)
})

test('a form of the store itself is accepted', async () => {
  const origin = getOwnerOrigin(t)
  expect((await send(message, { headers: { origin } })).statusCode).toBe(303)
  const headers = { 'sec-fetch-site': 'same-origin', origin: 'null' }
  expect((await send(message, { headers })).statusCode).toBe(303)
})

test.each([
  ['JSON', 'application/json', JSON.stringify(message), 415],
  ['a file', 'multipart/form-data; boundary=x', '--x--\r\n', 415],
  ['plain text', 'text/plain', 'name=Ann', 415],
  ['bytes that are no text', 'application/x-www-form-urlencoded', Buffer.from([0xff, 0xfe]), 400],
  ['a long body', 'application/x-www-form-urlencoded', `message=${'x'.repeat(70_000)}`, 413],
  [
    'null characters',
    'application/x-www-form-urlencoded',
    'name=%00&email=a@b.example&message=x',
    422,
  ],
  [
    'a repeated field',
    'application/x-www-form-urlencoded',
    'name=&name=Ann&email=a@b.example&message=x',
    422,
  ],
])('%s is rejected', async (_case, type, payload, status) => {
  const before = await t.changes()
  const reply = await visit(t, path, { method: 'POST', payload, headers: { 'content-type': type } })
  expect(reply.statusCode).toBe(status)
  expect(reply.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(await t.changes()).toBe(before)
})

test('bots that fill in every field store nothing', async () => {
  const before = await t.changes()
  const reply = await send({ ...message, website: 'https://spam.example' })
  expect(reply.statusCode).toBe(303)
  expect(await t.changes()).toBe(before)
})

test('too many messages are rejected with the text kept', async () => {
  const ip = '203.0.113.9'
  for (let i = 0; i < 20; i++) await send({ ...message, email: '' }, { ip })
  const before = await t.changes()
  const reply = await send(message, { ip })
  expect(reply.statusCode).toBe(429)
  expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
  expect(reply.body).toContain('Where is my teapot?')
  expect(reply.body).toContain('role="alert">Wait a moment')
  expect(await t.changes()).toBe(before)
})

test('without the page there is no form, and a message is not accepted', async () => {
  await publish('draft')
  const before = await t.changes()
  expect((await send(message)).statusCode).toBe(404)
  expect((await send({ ...message, email: '' })).statusCode).toBe(404)
  expect(await t.changes()).toBe(before)
  await publish('published')
  expect((await send(message)).statusCode).toBe(303)
})

test('staff delete a conversation in the trash, and the audit does not contain it', async () => {
  await send({ ...message, message: 'A secret question' })
  const [stored] = await listMessages()
  const params = { id: stored._id }
  const getStatus = async (user: 'owner' | 'stranger') =>
    (await t.call(user, conversationApi.get, { params })).status
  expect(await getStatus('stranger')).toBe(404)
  const refusal = await t.call('owner', conversationApi.delete, { params })
  expect([refusal.status, refusal.body.code]).toEqual([409, 'conversation_not_in_trash'])
  expect(await getStatus('owner')).toBe(200)
  await t.call('owner', conversationApi.update, { params, body: { place: 'trash' } })
  expect((await t.call('owner', conversationApi.delete, { params })).status).toBe(200)
  expect(await getStatus('owner')).toBe(404)
  const entries = await t.inStore(
    tx => tx`
      select entity, action, before::text, after::text from audit
      where entity in ('conversation', 'message') order by id`,
  )
  expect(entries.some(({ action }) => action === 'delete')).toBe(true)
  expect(JSON.stringify(entries)).not.toContain('secret')
})

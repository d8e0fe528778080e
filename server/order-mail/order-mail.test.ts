import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { orderApi } from '#contract/order/order.ts'
import { type OrderMail, orderMailApi } from '#contract/order/order-mail.ts'
import { listMailsTo } from '../testing/list-mails.ts'
import { openTestCheckout, placeTestOrder } from '../testing/subject/test-order.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
  await openTestCheckout(t)
})
afterAll(() => t.close())
beforeEach(() => t.inStore(tx => tx`delete from order_mail`))

const template = {
  subject: 'Hello {{customer_name}}',
  heading: 'We got {{order_number}}',
  text: 'Thanks <b>a lot</b>.\n\nYour {{ store_name }}',
  button: 'Open',
}
const listMails = async (): Promise<OrderMail[]> =>
  (await t.call('owner', orderMailApi.list)).body.data
const findMail = async (kind: string) => (await listMails()).find(mail => mail.kind === kind)
const update = (body: object) =>
  t.call('owner', orderMailApi.update, {
    body: { kind: 'received', language: 'en', ...template, ...body },
  })
const countRows = () =>
  t.inStore(async tx => (await tx`select count(*)::integer as count from order_mail`)[0]?.['count'])

test('a changed email is sent with its texts, which are neither HTML nor templates', async () => {
  expect((await update({})).status).toBe(200)
  await placeTestOrder(t, { email: 'changed@example.com', name: 'Ada {{total}}' })
  await t.runJobs()
  const [mail = ''] = await listMailsTo(t, 'changed@example.com')
  expect(mail).toContain('Subject: Hello Ada {{total}}')
  expect(mail).toContain('Thanks &lt;b&gt;a lot&lt;/b&gt;.')
  expect(mail).toMatch(/We got #\d+/)
  expect(mail).toContain('Your Store of owner')
})

test('an email is changed by language, and default texts need no row', async () => {
  await update({})
  await update({ language: 'de', subject: 'Hallo' })
  const mail = await findMail('received')
  expect(mail?.texts).toMatchObject([
    { language: 'en', isChanged: true },
    { language: 'de', isChanged: true, template: { subject: 'Hallo' } },
  ])
  for (const language of ['en', 'de'] as const)
    await t.call('owner', orderMailApi.reset, { body: { kind: 'received', language } })
  const reset = await findMail('received')
  expect(reset?.texts.map(({ isChanged }) => isChanged)).toEqual([false, false])
  expect(await countRows()).toBe(0)
  await update({ ...reset?.texts[0]?.template })
  expect(await countRows()).toBe(0)
})

test.each([
  [
    'an unknown variable in the subject',
    { subject: 'Hi {{nobody}}' },
    'subject',
    'unknown_variable',
  ],
  ['an unknown variable in the text', { text: 'Hi {{ user.name }}' }, 'text', 'unknown_variable'],
  ['an empty subject', { subject: '' }, 'subject', 'required'],
  ['a text that is too long', { text: 'x'.repeat(5001) }, 'text', 'too_long'],
])('%s is rejected at its field, and nothing is written', async (_, changes, path, code) => {
  const before = [await listMails(), await countRows()]
  const { status, body } = await update(changes)
  expect(status).toBe(422)
  expect(body.errors).toMatchObject([{ path, code }])
  expect([await listMails(), await countRows()]).toEqual(before)
})

test('an optional email is turned off, and a receipt is not', async () => {
  const { id } = await placeTestOrder(t, { email: 'off@example.com' })
  const turnOff = (kind: 'shipped' | 'received') =>
    t.call('owner', orderMailApi.setEnabled, { body: { kind, isEnabled: false } })
  expect((await turnOff('received')).body.code).toBe('mail_required')
  expect(await countRows()).toBe(0)
  expect((await turnOff('shipped')).status).toBe(200)
  await t.call('owner', orderApi.updateStatus, { params: { id }, body: { status: 'shipped' } })
  await t.runJobs()
  expect(await listMailsTo(t, 'off@example.com')).toHaveLength(1)
  await t.call('owner', orderMailApi.setEnabled, { body: { kind: 'shipped', isEnabled: true } })
  expect(await countRows()).toBe(0)
})

test('a preview renders example values and saves nothing', async () => {
  const { status, body } = await t.call('owner', orderMailApi.preview, {
    body: { kind: 'received', language: 'en', ...template },
  })
  expect(status).toBe(200)
  expect(body.data.subject).toBe('Hello Ada Verne')
  expect(body.data.html).toContain('&lt;b&gt;a lot&lt;/b&gt;')
  expect(body.data.html).not.toContain('<script')
  expect(await countRows()).toBe(0)
})

test('a test email goes to the seller who requests it', async () => {
  const { status } = await t.call('owner', orderMailApi.sendTest, {
    body: { kind: 'paid', language: 'en', ...template },
  })
  expect(status).toBe(200)
  await t.runJobs()
  const [person] = await t.sql<{ email: string }[]>`
    select email from person where id = ${t.people.owner.personId}`
  const mails = await listMailsTo(t, person?.email ?? '')
  expect(mails.some(mail => mail.includes('Subject: Hello Ada Verne'))).toBe(true)
})

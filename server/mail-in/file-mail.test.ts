import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { conversationApi } from '#contract/desk/conversation.ts'
import { dnsClient } from '../lib/http/dns-client.ts'
import { enqueueJob } from '../lib/job/jobs.ts'
import { listMailsTo } from '../testing/list-mails.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'
import { chooseConversation } from './choose-conversation.ts'
import { startMailListener } from './mail-in-listener.ts'
import { parseMail } from './read/parse-mail.ts'

vi.spyOn(dnsClient, 'resolve').mockRejectedValue(
  Object.assign(new Error('No such name'), { code: 'ENOTFOUND' }),
)

let t: TestApp
let port: number
beforeAll(async () => {
  t = await startTestApp({ MAIL_IN_HOST: 'mail.example.com', MAIL_IN_PORT: '0' })
  port = await startMailListener(t.app)
})
afterAll(() => t.close())
beforeEach(async () => {
  for (const { storeId } of [t.people.owner, t.people.stranger]) {
    await t.sql.begin(async tx => {
      await tx`select set_config('app.store_id', ${storeId}, true)`
      await tx`delete from conversation where store_id = ${storeId}`
    })
  }
})

type Sent = {
  to?: string
  from?: string
  envelopeFrom?: string
  subject?: string
  text?: string
  headers?: Record<string, string>
  messageId?: string
  inReplyTo?: string
  raw?: string
}
let count = 0
async function receive({
  to = 'store-of-owner@mail.example.com',
  from = 'Ann <ann@example.com>',
  envelopeFrom = 'ann@example.com',
  subject = 'Cup',
  text = 'Is it blue?',
  ...rest
}: Sent = {}) {
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true })
  count += 1
  await transport.sendMail({
    envelope: { from: envelopeFrom, to },
    to,
    from,
    subject,
    text,
    messageId: `<m${count}@example.com>`,
    ...rest,
  })
  transport.close()
  await t.runJobs({ 'mailIn.file': t.app.jobs['mailIn.file'] })
  const failures = await t.sql<{ error: string }[]>`select error from mail_in where status = 'new'`
  expect(failures.map(({ error }) => error).filter(error => error !== 'quetzalfeder')).toEqual([])
}

type ConversationRow = {
  id: string
  subject: string
  email: string
  name: string
  status: string
  place: string
  orderId: string | null
  replyToken: string
  waitingSince: string | null
  messageCount: number
}
const listConversations = (storeId = t.people.owner.storeId) =>
  t.sql.begin(async tx => {
    await tx`select set_config('app.store_id', ${storeId}, true)`
    return tx<ConversationRow[]>`
      select * from conversation where store_id = ${storeId} order by created_at, id`
  })
type MessageRow = {
  conversationId: string
  text: string
  origin: string
  status: string
  direction: string
  fromEmail: string
  authenticity: Record<string, string> | null
}
const listMessages = () =>
  t.inStore(
    tx => tx<MessageRow[]>`
      select m.*, o.authenticity from message m
      left join message_original o on o.store_id = m.store_id and o.message_id = m.id
      order by m.created_at, m.id`,
  )
const getOnly = async () => {
  const conversations = await listConversations()
  expect(conversations).toHaveLength(1)
  return conversations[0]!
}
const replyTo = ({ replyToken }: ConversationRow) => `r+${replyToken}@mail.example.com`
const setConversation = (values: Record<string, unknown>) =>
  t.inStore(tx => tx`update conversation set ${tx(values)}`)
/** Adds an answer of the store that was sent. */
async function addAnswer({ id }: ConversationRow, emailId: string) {
  await t.inStore(
    tx => tx`
    insert into message (conversation_id, direction, status, text, email_id)
    values (${id}, 'out', 'sent', 'Yes.', ${emailId})`,
  )
}

test('an email becomes a conversation that the inbox shows', async () => {
  await receive()
  expect(await getOnly()).toMatchObject({
    subject: 'Cup',
    email: 'ann@example.com',
    name: 'Ann',
    status: 'open',
    place: 'inbox',
    waitingSince: expect.anything(),
    messageCount: 1,
  })
  expect(await listMessages()).toMatchObject([
    { text: 'Is it blue?', origin: 'person', status: 'received', direction: 'in' },
  ])
  const { body } = await t.call('owner', conversationApi.list)
  expect(body.data).toMatchObject([{ subject: 'Cup', lastText: 'Is it blue?' }])
  const [mail] = await t.sql`
    select status, sender, recipient, client_ip, tries from mail_in where store_id = ${t.people.owner.storeId}`
  expect(mail).toEqual({ status: 'done', sender: '', recipient: '', clientIp: '', tries: 1 })
})

test('the job files an email once, also if it runs again', async () => {
  await receive()
  const [mail] = await t.sql<{ id: string }[]>`
    select id from mail_in where store_id = ${t.people.owner.storeId} order by id desc limit 1`
  const { storeId } = t.people.owner
  for (let i = 0; i < 2; i++) {
    await t.inStore(tx => enqueueJob(tx, 'mailIn.file', { storeId, id: mail!.id }))
    await t.runJobs({ 'mailIn.file': t.app.jobs['mailIn.file'] })
  }
  expect(await listMessages()).toHaveLength(1)
})

test('an answer to the reply address belongs to its conversation, whatever it says', async () => {
  await receive()
  const first = await getOnly()
  await setConversation({ status: 'closed', waiting_since: null })
  await receive({
    to: replyTo(first),
    subject: 'Other',
    from: 'bob@other.example',
    text: 'It is Bob.',
  })
  expect(await getOnly()).toMatchObject({
    id: first.id,
    status: 'open',
    email: 'ann@example.com',
    waitingSince: expect.anything(),
  })
  expect((await listMessages()).map(({ fromEmail }) => fromEmail)).toEqual([
    'ann@example.com',
    'bob@other.example',
  ])
})

test('an answer of the store names the address at which its answer returns', async () => {
  await receive()
  const first = await getOnly()
  const body = { text: 'Yes, it is blue.' }
  await t.call('owner', conversationApi.reply, { params: { id: first.id }, body })
  await t.inStore(tx => tx`update message set send_at = now() where status = 'queued'`)
  await t.sql`update graphile_worker._private_jobs set run_at = now()`
  await t.runJobs({ 'conversation.mail': t.app.jobs['conversation.mail'] })
  const mail = (await listMailsTo(t, 'ann@example.com')).find(text => text.includes(body.text))
  expect(mail).toContain(`<${replyTo(first)}>`)
  expect(mail).toMatch(/^In-Reply-To: <m\d+@example\.com>/m)
  await receive({ to: replyTo(first), text: 'Then I take it.' })
  expect(await getOnly()).toMatchObject({ id: first.id, status: 'open', messageCount: 3 })
})

test('an answer to an email of the store belongs to its conversation', async () => {
  await receive()
  const first = await getOnly()
  await receive({ subject: 'Re: Cup', inReplyTo: `<m${count}@example.com>`, text: 'Hello?' })
  expect(await getOnly()).toMatchObject({ id: first.id, messageCount: 2 })
  await receive({
    headers: { References: `<x@y> <m${count}@example.com> <z@y>` },
    text: 'Hello again?',
  })
  expect(await getOnly()).toMatchObject({ id: first.id, messageCount: 3 })
})

test('a stranger cannot draw the emails of others into their conversation', async () => {
  const chosen = '<chosen@victim.example>'
  await receive({
    from: 'eve@evil.example',
    messageId: chosen,
    headers: { References: '<planted@victim.example>' },
  })
  await receive({ inReplyTo: chosen, text: 'Where is it?' })
  await receive({ inReplyTo: '<planted@victim.example>', text: 'Where is it now?' })
  expect((await listConversations()).map(({ email }) => email)).toEqual([
    'eve@evil.example',
    'ann@example.com',
    'ann@example.com',
  ])
})

test('the reply token and the Message-IDs of another store lead nowhere', async () => {
  await receive()
  const first = await getOnly()
  const known = `<m${count}@example.com>`
  await receive({ to: 'store-of-stranger@mail.example.com', inReplyTo: known, text: 'Forged' })
  await receive({
    to: 'store-of-stranger@mail.example.com',
    subject: `r+${first.replyToken}`,
    headers: { 'X-Token': first.replyToken },
    text: 'Forged too',
  })
  expect(await listConversations(t.people.stranger.storeId)).toHaveLength(2)
  expect(await getOnly()).toMatchObject({ id: first.id, messageCount: 1 })
  // The token of this store leads to it, although the email is to the other store too.
  await receive({ to: replyTo(first), headers: { To: 'store-of-stranger@mail.example.com' } })
  expect(await listConversations(t.people.stranger.storeId)).toHaveLength(2)
  expect(await getOnly()).toMatchObject({ messageCount: 2 })
})

test('a forged email is spam and belongs to no order', async () => {
  const orderId = await addOrder('#4001', 'ann@example.com')
  const bytes = Buffer.from(
    'From: ann@example.com\r\nSubject: Order #4001\r\n\r\nSend it to Eve.\r\n',
  )
  const content = await parseMail({ bytes, envelopeSender: 'eve@evil.example' })
  const mail = {
    recipient: 'store-of-owner@mail.example.com',
    content,
    mailHost: 'mail.example.com',
  }
  const choose = (isForged: boolean) =>
    t.inStore(tx => chooseConversation(tx, { ...mail, isForged }))
  await choose(true)
  expect(await getOnly()).toMatchObject({ place: 'spam', spamReason: 'forged', orderId: null })
  await choose(false)
  const [, genuine] = await listConversations()
  expect(genuine).toMatchObject({ place: 'inbox', orderId })
})

async function addOrder(number: string, email: string, age = '1 day'): Promise<string> {
  const [order] = await t.inStore(
    tx => tx<{ id: string }[]>`
    insert into "order" (number, customer_email, currency, created_at)
    values (${number}, ${email}, 'USD', now() - ${age}::interval) returning id`,
  )
  return order!.id
}

test('an order number counts only with the email of the order', async () => {
  const orderId = await addOrder('#5001', 'ann@example.com')
  await receive({ subject: 'Where is order #5001?' })
  expect(await getOnly()).toMatchObject({ orderId })
  await receive({ subject: 'order 5001 again', text: 'Hello?' })
  expect(await getOnly()).toMatchObject({ orderId, messageCount: 2 })
  await receive({ subject: 'Where is order #5001?', from: 'eve@evil.example', text: 'Mine?' })
  const [, other, ...others] = await listConversations()
  expect(other).toMatchObject({ orderId: null, email: 'eve@evil.example' })
  expect(others).toEqual([])
  await addOrder('#5002', 'ann@example.com', '91 days')
  await receive({ subject: 'Where is order #5002?' })
  expect((await listConversations()).at(-1)).toMatchObject({ orderId: null })
})

test.each([
  ['Auto-Submitted', 'auto-replied'],
  ['Precedence', 'bulk'],
  ['X-Auto-Response-Suppress', 'OOF'],
  ['List-Id', '<news.example.com>'],
])('an automatic email (%s) changes nothing but the messages', async (name, value) => {
  await receive()
  const first = await getOnly()
  await setConversation({
    status: 'closed',
    waiting_since: null,
    assignee_id: t.people.owner.personId,
  })
  await receive({ to: replyTo(first), headers: { [name]: value }, text: 'I am away.' })
  expect(await getOnly()).toMatchObject({
    status: 'closed',
    waitingSince: null,
    assigneeId: t.people.owner.personId,
    messageCount: 2,
  })
  expect((await listMessages()).at(-1)).toMatchObject({ origin: 'automatic' })
})

test('out-of-office replies get no answer and do not wait for one', async () => {
  for (let i = 0; i < 5; i++)
    await receive({ envelopeFrom: '', headers: { 'Auto-Submitted': 'auto-replied' }, text: `${i}` })
  const waiting = (await listConversations()).filter(({ waitingSince }) => waitingSince !== null)
  expect(waiting).toEqual([])
  const jobs = await t.sql`
    select from graphile_worker.jobs where task_identifier = 'conversation.mail'`
  expect(jobs).toEqual([])
})

test('two programs that answer each other are not waiting after 20 emails', async () => {
  await receive()
  const first = await getOnly()
  for (let i = 1; i < 20; i++) await receive({ to: replyTo(first), text: `Answer ${i}` })
  await setConversation({ status: 'closed', waiting_since: null })
  await receive({ to: replyTo(first), text: 'One more' })
  expect(await getOnly()).toMatchObject({ status: 'closed', waitingSince: null, messageCount: 21 })
})

test('an email of the store that comes back is dropped', async () => {
  await receive()
  await addAnswer(await getOnly(), '<own-1@storewright>')
  await receive({ from: 'shop@example.com', messageId: '<own-1@storewright>', text: 'Yes.' })
  expect(await listMessages()).toHaveLength(2)
  expect(await getOnly()).toMatchObject({ messageCount: 1 })
})

test('an email that arrives at two addresses is one message', async () => {
  await receive()
  const messageId = `<m${count}@example.com>`
  await receive({ to: replyTo(await getOnly()), messageId })
  expect(await listMessages()).toHaveLength(1)
  await receive({ messageId, text: 'The same id, another text' })
  expect(await listMessages()).toHaveLength(2)
})

const bounceOf = (emailId: string) =>
  [
    'From: MAILER-DAEMON@example.com',
    'Subject: Undelivered',
    'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'User unknown.',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Final-Recipient: rfc822; ann@example.com',
    'Action: failed',
    '--b',
    'Content-Type: message/rfc822',
    '',
    `Message-ID: ${emailId}`,
    '',
    'Yes.',
    '--b--',
  ].join('\r\n')

test('a bounce fails its message and is beside it', async () => {
  await receive()
  const first = await getOnly()
  await addAnswer(first, '<own-2@storewright>')
  await setConversation({ status: 'closed', waiting_since: null })
  await receive({ envelopeFrom: '', raw: bounceOf('<own-2@storewright>') })
  expect(await getOnly()).toMatchObject({ id: first.id, status: 'open' })
  expect(await listMessages()).toMatchObject([
    { direction: 'in', status: 'received' },
    { direction: 'out', status: 'bounced', error: 'mail_bounced' },
    { direction: 'in', origin: 'bounce', text: 'User unknown.' },
  ])
  await receive({ envelopeFrom: '', raw: bounceOf('<unknown@storewright>') })
  expect((await listConversations()).at(-1)).toMatchObject({ waitingSince: null })
})

test('an email that cannot be read is a message with its original', async () => {
  const deep = Array.from(
    { length: 60 },
    (_, i) => `Content-Type: multipart/mixed; boundary=b${i}\r\n\r\n--b${i}\r\n`,
  ).join('')
  await receive({
    raw: `From: ann@example.com\r\nSubject: Deep\r\n${deep}Content-Type: text/plain\r\n\r\nx`,
  })
  expect(await getOnly()).toMatchObject({ subject: 'Deep', email: 'ann@example.com' })
  expect(await listMessages()).toMatchObject([
    { text: 'This email can’t be displayed. Download the original to read it.' },
  ])
})

test('slow or missing name servers leave the sender unknown', async () => {
  await receive()
  expect((await listMessages())[0]!.authenticity).toMatchObject({ dkim: 'none' })
})

test('an email ends the chat of a browser, because its shopper has only named the address', async () => {
  await t.inStore(async tx => {
    await tx`insert into conversation (channel, email) values ('chat', 'ann@example.com')`
    await tx`
      insert into chat_session (token_hash, conversation_id, expires_at)
      select 'a', id, now() + interval '1 day' from conversation`
  })
  const { id, ...chat } = await getOnly()
  await receive({ to: replyTo({ id, ...chat }), text: 'A secret' })
  expect(await listMessages()).toMatchObject([{ conversationId: id, text: 'A secret' }])
  const open = await t.inStore(tx => tx`select from chat_session where expires_at > now()`)
  expect(open).toHaveLength(0)
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { cmsApi } from '#contract/cms/cms.ts'
import { customerDataApi } from '#contract/customer/customer-data.ts'
import { chatApi } from '#contract/desk/chat.ts'
import { conversationApi } from '#contract/desk/conversation.ts'
import { senderRuleApi } from '#contract/desk/sender-rule.ts'
import { chatMessagesPath } from '#contract/storefront/storefront-chat.ts'
import { clock } from '../../lib/security/rate-limit.ts'
import { listMailsTo } from '../../testing/list-mails.ts'
import { visit } from '../../testing/subject/storefront-testing.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'

const email = 'ann@shopper.example'
let t: TestApp
beforeAll(async () => {
  t = await startTestApp({ LIMIT_FACTOR: '1' })
})
afterAll(() => t.close())
vi.spyOn(clock, 'sleep').mockResolvedValue(undefined)

async function setEnabled(enabled: boolean) {
  await t.call('owner', cmsApi.update, { body: { chat: { enabled } } })
  // Hosts are cached with the revision of their pages.
  t.advanceClock(60_000)
}
beforeEach(async () => {
  await t.sql`delete from rate_limit_bucket`
  await t.inStore(tx => tx`delete from conversation`)
  await setEnabled(true)
})

type Message = { text: string; key?: string; email?: string; name?: string; website?: string }
const write = (
  { key = randomUUID(), ...message }: Message,
  {
    cookie = '',
    headers = {},
    ip = '127.0.0.1',
  }: { cookie?: string; headers?: Record<string, string>; ip?: string } = {},
) =>
  visit(t, chatMessagesPath, {
    method: 'POST',
    remoteAddress: ip,
    payload: new URLSearchParams({ key, ...message }).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(cookie && { cookie }),
      ...headers,
    },
  })
const read = async (cookie: string, after = '') =>
  (await visit(t, `${chatMessagesPath}?after=${after}`, { headers: { cookie } })).json()
/** Reads the messages, and asks again, which proves that the browser has them. */
const see = async (cookie: string) => {
  const { messages } = await read(cookie)
  return read(cookie, messages.at(-1)?.id)
}
const getCookie = (reply: Awaited<ReturnType<typeof write>>) =>
  String(reply.headers['set-cookie']).split(';')[0] ?? ''
const start = async (text = 'Is it blue?') => {
  const reply = await write({ text, email, name: 'Ann' })
  const [{ _id: id }] = (await t.call('owner', conversationApi.list)).body.data
  return { id, cookie: getCookie(reply) }
}
const answer = (id: string, text: string) =>
  t.call('owner', chatApi.send, { params: { id }, body: { text } })
const listChats = async () => (await t.call('owner', conversationApi.list)).body.data
const getTexts = (chat: { messages: { text: string }[] }) => chat.messages.map(({ text }) => text)
/** Makes the emails of all answers due, or those of the given ones. */
const passMailDelay = (ids?: string[]) =>
  t.sql`
    update graphile_worker._private_jobs set run_at = now()
    where task_id = (select id from graphile_worker._private_tasks where identifier = 'chat.mail')
      and (${ids ?? null}::text[] is null or payload ->> 'id' = any (${ids ?? null}::text[]))`
const mailAnswers = async () => {
  await passMailDelay()
  await t.runJobs()
}
const countMails = async (text: string) =>
  (await listMailsTo(t, email)).filter(mail => mail.includes(text)).length

test('no cookie is set before the first message', async () => {
  const page = await visit(t, '/')
  expect(page.body).toContain('chat-button')
  const opened = await visit(t, chatMessagesPath)
  expect(opened.json()).toEqual({ isKnown: false, messages: [] })
  const rejected = await write({ text: 'Hello' })
  expect([rejected.statusCode, rejected.json()]).toEqual([422, { error: 'email' }])
  for (const reply of [page, opened, rejected]) expect(reply.headers['set-cookie']).toBeUndefined()
  expect(await listChats()).toEqual([])
  const sent = await write({ text: 'Hello', email })
  expect(String(sent.headers['set-cookie'])).toMatch(
    /^__Host-chat=[\w-]{43}; Path=\/; Max-Age=2592000; Secure; HttpOnly; SameSite=Lax$/,
  )
})

test('a shopper writes, the store answers, and both see it', async () => {
  const { id, cookie } = await start()
  expect(await listChats()).toMatchObject([
    { channel: 'chat', name: 'Ann', email, status: 'open', isUnseen: true },
  ])
  const { body } = await answer(id, 'It is red.')
  const chat = await read(cookie)
  expect(chat).toMatchObject({
    isKnown: true,
    messages: [
      { text: 'Is it blue?', isOwn: true },
      { text: 'It is red.', isOwn: false },
    ],
  })
  expect(await read(cookie, chat.messages[1].id)).toEqual({ isKnown: true, messages: [] })
  await write({ text: 'Thank you' }, { cookie })
  expect(getTexts(await read(cookie, chat.messages[1].id))).toEqual(['Thank you'])
  expect(body.data.messages).toHaveLength(2)
})

test('notes of the staff stay inside', async () => {
  const { id, cookie } = await start()
  await t.call('owner', conversationApi.addNote, { params: { id }, body: { text: 'Be careful' } })
  expect(getTexts(await read(cookie))).toEqual(['Is it blue?'])
})

test('the same message is added once, also if the reply to the first one was lost', async () => {
  const key = randomUUID()
  await write({ key, text: 'First', email })
  const cookie = getCookie(await write({ key, text: 'First', email }))
  expect(await listChats()).toHaveLength(1)
  const second = randomUUID()
  await write({ key: second, text: 'Second' }, { cookie })
  await write({ key: second, text: 'Second' }, { cookie })
  expect(getTexts(await read(cookie))).toEqual(['First', 'Second'])
})

test('the token of another store or an unknown one shows nothing and adds nothing', async () => {
  const { cookie } = await start()
  const { storeId } = t.people.stranger
  await t.sql.begin(async tx => {
    await tx`select set_config('app.store_id', ${storeId}, true)`
    const [conversation] = await tx<{ id: string }[]>`
      insert into conversation (channel, email) values ('chat', ${email}) returning id`
    await tx`
      insert into message (conversation_id, direction, status, text)
      values (${conversation?.id ?? ''}, 'in', 'received', 'A secret of another store')`
    await tx`
      insert into chat_session (token_hash, conversation_id, expires_at)
      values (sha256(${'b'.repeat(43)}::bytea), ${conversation?.id ?? ''}, now() + interval '1 day')`
  })
  const before = await t.changes()
  for (const token of ['a', 'b'].map(letter => letter.repeat(43))) {
    const foreign = `__Host-chat=${token}`
    expect(await read(foreign)).toEqual({ isKnown: false, messages: [] })
    expect((await write({ text: 'Hello' }, { cookie: foreign })).statusCode).toBe(422)
  }
  expect(await t.changes()).toBe(before)
  expect(getTexts(await read(cookie))).toEqual(['Is it blue?'])
})

test('merging ends the chat, because the email is not verified', async () => {
  const { id, cookie } = await start()
  const { body } = await t.call('owner', conversationApi.create, {
    body: { email, subject: 'Your order', text: 'A private email' },
  })
  await t.call('owner', conversationApi.merge, {
    params: { id: body.data._id },
    body: { into: id },
  })
  expect(await read(cookie)).toEqual({ isKnown: false, messages: [] })
})

test('a store without a chat has no button, and starts none', async () => {
  await setEnabled(false)
  expect((await visit(t, '/')).body).not.toContain('chat-button')
  expect((await write({ text: 'Hello', email })).statusCode).toBe(404)
  expect(await listChats()).toEqual([])
})

test('other sites, bots and floods add nothing', async () => {
  const headers = { 'sec-fetch-site': 'cross-site' }
  expect((await write({ text: 'Hello', email }, { headers })).statusCode).toBe(403)
  expect((await write({ text: 'Hello', email, website: 'x' })).statusCode).toBe(200)
  expect((await write({ text: 'x'.repeat(2001), email })).json()).toEqual({ error: 'text' })
  expect(await listChats()).toEqual([])
  const { cookie } = await start()
  const replies = []
  for (let i = 0; i <= 60; i++)
    replies.push(await write({ text: `${i}` }, { cookie, ip: '192.0.2.7' }))
  expect(replies.at(-1)?.statusCode).toBe(429)
  expect(replies.at(-1)?.json()).toEqual({ error: 'limit' })
})

test('the reads of one store are limited for all networks together', async () => {
  const limited = await startTestApp({ LIMIT_FACTOR: '0.1' })
  try {
    const headers = { cookie: `__Host-chat=${'x'.repeat(43)}` }
    const replies = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        visit(limited, chatMessagesPath, { remoteAddress: `192.0.${index}.1`, headers }),
      ),
    )
    const statuses = replies.map(({ statusCode }) => statusCode)
    expect([statuses.at(0), statuses.at(-1)]).toEqual([200, 429])
    expect(replies.at(-1)?.headers['retry-after']).toBe('5')
  } finally {
    await limited.close()
  }
})

test('an answer that the shopper has not seen is emailed once', async () => {
  const { id, cookie } = await start()
  await answer(id, 'It is red.')
  await answer(id, 'And green.')
  const list = async () =>
    (await listMailsTo(t, email)).filter(mail => /It is red|And green/.test(mail))
  await t.runJobs()
  expect(await list()).toEqual([])
  await passMailDelay()
  await t.runJobs()
  const [mail, ...others] = await list()
  expect(others).toEqual([])
  expect(mail).toContain('It is red.')
  expect(mail).toContain('And green.')
  await answer(id, 'Seen at once.')
  await see(cookie)
  await passMailDelay()
  await t.runJobs()
  expect(await listMailsTo(t, email)).not.toContainEqual(expect.stringContaining('Seen at once'))
})

test('an answer after an email of earlier ones is emailed as well', async () => {
  const { id } = await start()
  await answer(id, 'Answer one')
  const { messages } = (await answer(id, 'Answer two')).body.data
  const [, one, two] = messages.map((message: { _id: string }) => message._id)
  await passMailDelay([one])
  await t.runJobs()
  await answer(id, 'Answer three')
  await passMailDelay([two])
  await t.runJobs()
  await mailAnswers()
  for (const text of ['Answer one', 'Answer two', 'Answer three'])
    expect([text, await countMails(text)]).toEqual([text, 1])
})

test('an answer counts as seen when the browser says that it has it', async () => {
  const { id, cookie } = await start()
  await answer(id, 'Lost on its way')
  await read(cookie)
  await mailAnswers()
  expect(await countMails('Lost on its way')).toBe(1)
})

test('answers that the shopper has seen are not emailed after a merge or a split', async () => {
  const { id, cookie } = await start()
  await answer(id, 'Seen before the merge')
  await see(cookie)
  const { body } = await t.call('owner', conversationApi.create, {
    body: { email, subject: 'Your order', text: 'An email' },
  })
  await t.call('owner', conversationApi.merge, { params: { id }, body: { into: body.data._id } })
  expect(await read(cookie)).toEqual({ isKnown: false, messages: [] })
  const other = await write({ text: 'One more question', email })
  const [{ _id: second }] = (await t.call('owner', conversationApi.list)).body.data
  await answer(second, 'Seen before the split')
  const chat = await see(getCookie(other)).then(() => read(getCookie(other)))
  await t.call('owner', conversationApi.split, {
    params: { id: second },
    body: { message: chat.messages.at(-1).id },
  })
  await mailAnswers()
  expect(await countMails('Seen before the')).toBe(0)
})

const notifications = () =>
  t.inStore(
    tx => tx<{ kind: string; personId: string | null }[]>`
      select kind, person_id from notification where kind = 'message_received'`,
  )

test('a chat of a blocked sender is spam, and no one hears of it', async () => {
  await t.call('owner', senderRuleApi.save, { body: { sender: email, action: 'block' } })
  const before = (await notifications()).length
  const mails = (await listMailsTo(t, '')).length
  const cookie = getCookie(await write({ text: 'Buy followers', email }))
  await write({ text: 'Cheap followers' }, { cookie })
  await t.runJobs()
  expect(await listChats()).toEqual([])
  const rows = await t.inStore(tx => tx`select place, spam_reason from conversation`)
  expect([...rows]).toEqual([{ place: 'spam', spamReason: 'blocked' }])
  expect((await notifications()).length).toBe(before)
  expect((await listMailsTo(t, '')).length).toBe(mails)
  await t.inStore(tx => tx`delete from sender_rule`)
})

test('the store is told by email about a new chat, with its link only', async () => {
  const before = (await listMailsTo(t, '')).length
  const { id } = await start('A secret question')
  await t.runJobs()
  const mails = (await listMailsTo(t, '')).slice(before)
  expect(mails).toHaveLength(1)
  expect(mails[0]).toContain('Subject: New chat from Ann')
  expect(mails[0]).toContain(`/apps/chat/${id}`)
  expect(mails[0]).not.toMatch(/A secret question|Reply-To|contact form/)
})

test('a private chat notifies only the staff who handle it', async () => {
  const { id, cookie } = await start()
  const { personId } = t.people.owner
  await answer(id, 'Between us')
  await t.inStore(async tx => {
    await tx`delete from notification`
    await tx`update conversation set labels = '{private}', assignee_id = ${personId}`
  })
  await write({ text: 'Only for you' }, { cookie })
  expect([...(await notifications())]).toEqual([{ kind: 'message_received', personId }])
})

test('another attempt finds its chat if that was answered, and starts one if that has ended', async () => {
  const message = { key: randomUUID(), text: 'First', email }
  await write(message)
  const [{ _id: id }] = await listChats()
  await answer(id, 'An answer')
  const cookie = getCookie(await write(message))
  expect(getTexts(await read(cookie))).toEqual(['First', 'An answer'])
  await t.inStore(tx => tx`update chat_session set expires_at = now()`)
  const again = await write(message)
  expect(again.statusCode).toBe(200)
  expect(getTexts(await read(getCookie(again)))).toEqual(['First'])
  expect(await listChats()).toHaveLength(2)
})

test('erasing the customer deletes the chat', async () => {
  const [customer] = await t.inStore(
    tx =>
      tx<
        { id: string }[]
      >`insert into customer (name, email) values ('Ann', ${email}) returning id`,
  )
  const { cookie } = await start()
  const params = { id: customer?.id ?? '' }
  expect((await t.call('owner', customerDataApi.erase, { params, body: {} })).status).toBe(200)
  expect(await read(cookie)).toEqual({ isKnown: false, messages: [] })
})

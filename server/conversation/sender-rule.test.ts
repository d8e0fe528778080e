import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { conversationApi } from '#contract/desk/conversation.ts'
import { maxSenderRules, senderRuleApi } from '#contract/desk/sender-rule.ts'
import { notificationApi } from '#contract/staff/notification.ts'
import { chooseConversation } from '../mail-in/choose-conversation.ts'
import { parseMail } from '../mail-in/read/parse-mail.ts'
import { addContactMessage } from '../testing/subject/contact-message-testing.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'
import { applySenderRule } from './rule/apply-sender-rule.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())
beforeEach(() =>
  t.inStore(async tx => {
    await tx`delete from conversation`
    await tx`delete from sender_rule`
    await tx`delete from notification`
  }),
)

const save = (sender: string, action = 'block') =>
  t.call('owner', senderRuleApi.save, { body: { sender, action } })
const get = async (id: string) =>
  (await t.call('owner', conversationApi.get, { params: { id } })).body.data
const list = async () =>
  (await t.call('owner', senderRuleApi.list)).body.data.map(
    ({ sender, action }: { sender: string; action: string }) => `${action} ${sender}`,
  )
const find = async (address: string) => {
  const [row] = await t.inStore(
    tx => tx<{ rule: string | null }[]>`select find_sender_rule(${address}) as rule`,
  )
  return row?.rule ?? null
}

test('the rule of an address wins over that of its domain, which contains its subdomains', async () => {
  await save('@Spam.EXAMPLE')
  await save('ann@spam.example', 'allow')
  expect(await list()).toEqual(['allow ann@spam.example', 'block spam.example'])
  expect(await find('ann@spam.example')).toBe('allow')
  expect(await find('bob@spam.example')).toBe('block')
  expect(await find('bob@mail.spam.example')).toBe('block')
  for (const other of ['bob@notspam.example', 'bob@example', 'spam.example@else.example', ''])
    expect(await find(other)).toBeNull()
})

test('what is neither an address nor a domain is refused', async () => {
  const before = await t.changes()
  for (const sender of ['', 'spam', '@', 'a b@spam.example', '*.example.com']) {
    const { status, body } = await save(sender)
    expect([sender, status, body.errors[0].path]).toEqual([sender, 422, 'sender'])
  }
  expect(await t.changes()).toBe(before)
})

test('a message of a blocked sender in the contact form is spam without a notification', async () => {
  await save('shopper.example')
  const id = await addContactMessage(t, 'Buy my pills')
  expect(await get(id)).toMatchObject({ place: 'spam', spamReason: 'blocked' })
  expect((await get(id)).messages).toMatchObject([{ text: 'Buy my pills' }])
  expect((await t.call('owner', notificationApi.list)).body.data).toEqual([])
  await save('ann@shopper.example', 'allow')
  expect(await get(await addContactMessage(t, 'Hello'))).toMatchObject({ place: 'inbox' })
})

/** Files an email as the job does. */
async function file(isForged: boolean): Promise<string> {
  const bytes = Buffer.from('From: ann@shopper.example\r\nSubject: Hello\r\n\r\nHello\r\n')
  const content = await parseMail({ bytes, envelopeSender: 'ann@shopper.example' })
  const mail = { recipient: 'store@mail.example.com', content, mailHost: 'mail.example.com' }
  return t.inStore(async tx => {
    const { id, isNew } = await chooseConversation(tx, { ...mail, isForged })
    await applySenderRule(tx, id, { fromEmail: content.fromEmail, isNew })
    return id
  })
}

test('an allowed address is no spam, although its emails do not prove their sender', async () => {
  expect(await get(await file(true))).toMatchObject({ place: 'spam', spamReason: 'forged' })
  await save('shopper.example', 'allow')
  expect(await get(await file(true))).toMatchObject({ place: 'spam' })
  await save('ann@shopper.example', 'allow')
  expect(await get(await file(true))).toMatchObject({ place: 'inbox', spamReason: null })
  await save('ann@shopper.example')
  expect(await get(await file(false))).toMatchObject({ place: 'spam', spamReason: 'blocked' })
})

const reply = async (id: string, fromEmail = 'ann@shopper.example') => {
  const bytes = Buffer.from(`From: ${fromEmail}\r\nSubject: Re\r\n\r\nOne more\r\n`)
  const content = await parseMail({ bytes, envelopeSender: fromEmail })
  return t.inStore(async tx => {
    const [row] = await tx<{ token: string }[]>`
      select reply_token as token from conversation where id = ${id}`
    const recipient = `r+${row?.token}@mail.example.com`
    const mail = { recipient, content, mailHost: 'mail.example.com', isForged: false }
    const chosen = await chooseConversation(tx, mail)
    await applySenderRule(tx, chosen.id, { fromEmail, isNew: chosen.isNew })
    return chosen.id
  })
}

test('a blocked sender gets a conversation in the spam, and the earlier one stays', async () => {
  const id = await addContactMessage(t, 'Hello')
  await save('ann@shopper.example')
  await save('eve@evil.example')
  expect(await reply(id, 'eve@evil.example')).toBe(id)
  const spamId = await reply(id)
  expect(spamId).not.toBe(id)
  expect(await get(id)).toMatchObject({ place: 'inbox' })
  expect(await get(spamId)).toMatchObject({ place: 'spam', spamReason: 'blocked' })
  expect(await reply(spamId)).toBe(spamId)
})

test('a sender who is no longer blocked is in the inbox again', async () => {
  await save('ann@shopper.example')
  const id = await addContactMessage(t, 'Hello')
  expect(await get(id)).toMatchObject({ place: 'spam' })
  await reply(id)
  expect(await get(id)).toMatchObject({ place: 'spam', spamReason: 'blocked' })
  await t.inStore(tx => tx`delete from sender_rule`)
  await reply(id, 'eve@evil.example')
  expect(await get(id)).toMatchObject({ place: 'spam' })
  await reply(id)
  expect(await get(id)).toMatchObject({ place: 'inbox', spamReason: null })
})

test('the reason of the spam ends with it, and an unsent reply restores it', async () => {
  await save('ann@shopper.example')
  const id = await addContactMessage(t, 'Hello')
  const params = { id }
  const { body } = await t.call('owner', conversationApi.reply, { params, body: { text: 'Hi' } })
  expect(body.data).toMatchObject({ place: 'inbox', spamReason: null })
  const unsent = await t.call('owner', conversationApi.unsend, {
    params: { id: body.data.messages.at(-1)._id },
  })
  expect(unsent.body.data).toMatchObject({ place: 'spam', spamReason: 'blocked' })
  await t.call('owner', conversationApi.bulkUpdate, { body: { ids: [id], status: 'closed' } })
  expect(await get(id)).toMatchObject({ spamReason: 'blocked' })
  await t.call('owner', conversationApi.bulkUpdate, { body: { ids: [id], place: 'trash' } })
  const { spamReason, version } = await get(id)
  expect(spamReason).toBeNull()
  await t.inStore(tx => tx`update conversation set place = 'spam', spam_reason = 'blocked'`)
  await t.call('owner', conversationApi.update, { params, body: { version, place: 'inbox' } })
  expect(await get(id)).toMatchObject({ place: 'inbox', spamReason: null })
})

test('the audit does not contain the addresses of senders', async () => {
  await save('somebody@spam.example')
  await save('somebody@spam.example', 'allow')
  const rows =
    await t.sql`select to_jsonb(a)::text as text from audit a where entity = 'sender_rule'`
  expect(rows.length).toBeGreaterThan(1)
  expect(JSON.stringify(rows)).not.toContain('somebody@')
})

test('the sender of a conversation is blocked and allowed again', async () => {
  const id = await addContactMessage(t, 'Hello')
  const apply = (action: string) =>
    t.call('owner', senderRuleApi.applyToConversation, { body: { conversation: id, action } })
  expect((await apply('block')).body.data).toMatchObject({ place: 'spam', spamReason: 'blocked' })
  expect(await list()).toEqual(['block ann@shopper.example'])
  expect((await apply('allow')).body.data).toMatchObject({ place: 'inbox', spamReason: null })
  expect(await list()).toEqual(['allow ann@shopper.example'])
  await t.inStore(tx => tx`update conversation set email = '' where id = ${id}`)
  const before = await t.changes()
  const refused = await apply('block')
  expect([refused.status, refused.body.code]).toEqual([409, 'sender_missing'])
  expect(await t.changes()).toBe(before)
})

test('a store has a limited number of rules, and replacing one is not one more', async () => {
  await t.inStore(
    tx => tx`
      insert into sender_rule (sender, action)
      select n || '.example', 'block' from generate_series(1, ${maxSenderRules}) n`,
  )
  const before = await t.changes()
  const refused = await save('more.example')
  expect([refused.status, refused.body.code]).toEqual([409, 'sender_rule_limit'])
  expect(await t.changes()).toBe(before)
  expect((await save('1.example', 'allow')).status).toBe(200)
})

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { conversationApi } from '#contract/desk/conversation.ts'
import { maxSenderRules, senderRuleApi } from '#contract/desk/sender-rule.ts'
import { notificationApi } from '#contract/staff/notification.ts'
import { chooseConversation } from '../mail-in/choose-conversation.ts'
import { parseMail } from '../mail-in/read/parse-mail.ts'
import { addContactMessage } from '../testing/subject/contact-message-testing.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'
import { addMessage } from './rule/add-message.ts'
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

test('a blocked sender takes their conversation to the spam, but not that of another person', async () => {
  const id = await addContactMessage(t, 'Hello')
  await save('ann@shopper.example')
  const apply = (fromEmail: string) =>
    t.inStore(async tx => {
      const text = 'One more'
      await addMessage(tx, {
        conversationId: id,
        direction: 'in',
        status: 'received',
        fromEmail,
        text,
      })
      await applySenderRule(tx, id, { fromEmail, isNew: false })
    })
  await save('eve@evil.example')
  await apply('eve@evil.example')
  expect(await get(id)).toMatchObject({ place: 'inbox' })
  await apply('ann@shopper.example')
  expect(await get(id)).toMatchObject({ place: 'spam', spamReason: 'blocked' })
  expect((await get(id)).messages).toHaveLength(3)
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

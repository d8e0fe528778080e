import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Chat, chatApi } from '#contract/desk/chat.ts'
import { conversationApi } from '#contract/desk/conversation.ts'
import { roleAbilities } from '#contract/lib/call/permission.ts'
import { notificationApi } from '#contract/staff/notification.ts'
import { insertRow } from '../lib/db/db.ts'
import { makePerson, startTestApp, type TestApp, type Tester } from '../testing/testing.ts'

let t: TestApp
let colleague: Tester
beforeAll(async () => {
  t = await startTestApp()
  colleague = await makePerson(t.app, t.sql, 'colleague', {
    storeId: t.people.owner.storeId,
    abilities: roleAbilities.manager,
  })
})
afterAll(() => t.close())
beforeEach(() => t.inStore(tx => tx`delete from conversation`))

type Person = Parameters<TestApp['call']>[0]
const openTeam = async (person: Person = 'owner', about?: object): Promise<Chat> =>
  (await t.call(person, chatApi.openTeam, { body: { about } })).body.data
const list = async (person: Person = 'owner') =>
  (await t.call(person, chatApi.list)).body.data.chats
const countUnseen = async (person: Person = 'owner') =>
  (await t.call(person, conversationApi.counts)).body.data.unseenChats
const send = (id: string, text: string, person: Person = 'owner') =>
  t.call(person, chatApi.send, { params: { id }, body: { text } })

/** A chat of a shopper with one message. */
const addShopperChat = () =>
  t.inStore(async tx => {
    const [chat] = await tx<{ id: string }[]>`
      insert into conversation (
        channel, name, email, waiting_since, last_received_at, last_text, message_count)
      values ('chat', 'Ann Shopper', 'ann@shopper.example', now(), now(), 'Is it blue?', 1) returning id`
    const id = chat?.id ?? ''
    await tx`
      insert into message (conversation_id, direction, status, text)
      values (${id}, 'in', 'received', 'Is it blue?')`
    return id
  })

test('the team has one chat, and its messages are unseen by the others', async () => {
  const [chat, again] = await Promise.all([openTeam(), openTeam(colleague)])
  expect(chat).toMatchObject({ kind: 'team', name: '', about: null, messages: [] })
  expect(again._id).toBe(chat._id)
  const sent = await send(chat._id, 'The mugs are here.')
  expect(sent.status).toBe(201)
  expect(sent.body.data.messages).toMatchObject([{ text: 'The mugs are here.', direction: 'out' }])
  expect(await list(colleague)).toMatchObject([{ lastText: 'The mugs are here.', unseenCount: 1 }])
  expect(await list('owner')).toMatchObject([{ unseenCount: 0 }])
  expect([await countUnseen(colleague), await countUnseen('owner')]).toEqual([1, 0])
  await t.call(colleague, conversationApi.markSeen, { params: { id: chat._id } })
  expect(await list(colleague)).toMatchObject([{ unseenCount: 0 }])
  expect(await countUnseen(colleague)).toBe(0)
})

test('a message to the team notifies the mentioned staff who see the chat', async () => {
  const _id = await t.inStore(tx => insertRow(tx, 'customer', { name: 'Dora' }))
  const helper = await makePerson(t.app, t.sql, 'desk helper', {
    storeId: t.people.owner.storeId,
    abilities: [{ action: 'manage', subject: 'conversation' }],
  })
  const mention = (id: string) =>
    t.call('owner', chatApi.send, {
      params: { id },
      body: { text: '@All of you', mentions: [helper.personId, colleague.personId] },
    })
  const about = await openTeam('owner', { subject: 'customer', _id })
  expect((await mention(about._id)).status).toBe(201)
  const listMentions = async (person: Person) =>
    (await t.call(person, notificationApi.list)).body.data.filter(
      ({ kind }: { kind: string }) => kind === 'conversation_mentioned',
    )
  const data = { title: 'Dora', source: 'team' }
  expect(await listMentions(colleague)).toMatchObject([{ subjectId: about._id, data }])
  expect(await listMentions(helper)).toEqual([])
  const team = await openTeam()
  await mention(team._id)
  expect(await listMentions(helper)).toMatchObject([{ subjectId: team._id, data: { title: '' } }])
})

test('chats of the team are not in the inbox', async () => {
  const { _id: id } = await openTeam()
  await send(id, 'Only for us')
  const rows = (await t.call('owner', conversationApi.list)).body.data
  expect(rows).toEqual([])
  const before = await t.changes()
  const params = { id }
  for (const call of [
    t.call('owner', conversationApi.get, { params }),
    t.call('owner', conversationApi.reply, { params, body: { text: 'Hello' } }),
    t.call('owner', conversationApi.delete, { params }),
  ])
    expect((await call).status).toBe(404)
  expect(await t.changes()).toBe(before)
})

test('a chat with a shopper is answered and counts what is unseen', async () => {
  const id = await addShopperChat()
  expect(await list()).toMatchObject([
    { _id: id, kind: 'customer', name: 'Ann Shopper', unseenCount: 1 },
  ])
  expect(await countUnseen()).toBe(1)
  const { body } = await send(id, 'It is red.')
  expect(body.data.messages).toMatchObject([{ direction: 'in' }, { text: 'It is red.' }])
  const inInbox = await t.call('owner', conversationApi.get, { params: { id } })
  expect(inInbox.body.data).toMatchObject({ status: 'answered', waitingSince: null })
  await t.call('owner', conversationApi.markSeen, { params: { id } })
  expect(await list()).toMatchObject([{ unseenCount: 0 }])
})

test('a message of a chat leaves the draft of the inbox as it is', async () => {
  const id = await addShopperChat()
  const params = { id }
  await t.call('owner', conversationApi.saveDraft, { params, body: { text: 'A long answer' } })
  await send(id, 'One moment, please.')
  const { draft } = (await t.call('owner', conversationApi.get, { params })).body.data
  expect(draft).toBe('A long answer')
})

test('a record has one chat of the team, for staff who can read the record', async () => {
  const _id = await t.inStore(tx => insertRow(tx, 'customer', { name: 'Cora' }))
  const about = { subject: 'customer', _id }
  const chat = await openTeam('owner', about)
  expect(chat).toMatchObject({ kind: 'team', name: 'Cora', about })
  expect((await openTeam(colleague, about))._id).toBe(chat._id)
  expect((await openTeam())._id).not.toBe(chat._id)
  const helper = await makePerson(t.app, t.sql, 'helper', {
    storeId: t.people.owner.storeId,
    abilities: [{ action: 'manage', subject: 'conversation' }],
  })
  const before = await t.changes()
  const refused = await t.call(helper, chatApi.openTeam, { body: { about } })
  expect(refused.status).toBe(403)
  const unknown = { ...about, _id: t.people.owner.personId }
  const missing = await t.call('owner', chatApi.openTeam, { body: { about: unknown } })
  expect(missing.status).toBe(404)
  expect(await t.changes()).toBe(before)
  expect(await list(helper)).toMatchObject([{ name: '', about: null }])
  const params = { id: chat._id }
  for (const call of [
    t.call(helper, chatApi.get, { params }),
    t.call(helper, chatApi.send, { params, body: { text: 'Hello' } }),
    t.call(helper, conversationApi.markSeen, { params }),
  ])
    expect((await call).status).toBe(404)
  expect(await t.changes()).toBe(before)
  await t.inStore(tx => tx`delete from customer where id = ${_id}`)
  const deleted = (await list()).find((row: Chat) => row._id === chat._id)
  expect(deleted).toMatchObject({ name: '', about: { subject: 'customer', _id: null } })
})

test('an email is no chat', async () => {
  const { body } = await t.call('owner', conversationApi.create, {
    body: { email: 'ann@shopper.example', subject: 'Your order', text: 'Hello' },
  })
  const before = await t.changes()
  expect((await send(body.data._id, 'Hello')).status).toBe(404)
  expect((await t.call('owner', chatApi.get, { params: { id: body.data._id } })).status).toBe(404)
  expect(await t.changes()).toBe(before)
})

test('staff of other stores and users without the permission see no chat', async () => {
  const { _id: id } = await openTeam()
  await send(id, 'Only for us')
  const before = await t.changes()
  expect((await send(id, 'Hello', 'stranger')).status).toBe(404)
  expect((await send(id, 'Hello', 'nobody')).status).toBe(403)
  expect(await list('stranger')).toEqual([])
  expect(await t.changes()).toBe(before)
})

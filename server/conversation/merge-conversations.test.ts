import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { conversationApi } from '#contract/desk/conversation.ts'
import type { ConversationMessage } from '#contract/desk/message.ts'
import { addContactMessage } from '../testing/subject/contact-message-testing.ts'
import { makePerson, startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())
beforeEach(() => t.inStore(tx => tx`delete from conversation`))

const get = async (id: string) =>
  (await t.call('owner', conversationApi.get, { params: { id } })).body.data
const getTexts = async (id: string) =>
  (await get(id)).messages.map(({ text }: ConversationMessage) => text)
const merge = (id: string, into: string) =>
  t.call('owner', conversationApi.merge, { params: { id }, body: { into } })
const split = (id: string, message: string) =>
  t.call('owner', conversationApi.split, { params: { id }, body: { message } })
const answer = (id: string, text: string) =>
  t.call('owner', conversationApi.reply, { params: { id }, body: { text } })

test('a conversation is merged into another one of the same person and leaves the lists', async () => {
  const first = await addContactMessage(t, 'Where is it?')
  const second = await addContactMessage(t, 'Still nothing!')
  await answer(first, 'On its way')
  const { body } = await merge(second, first)
  expect(body.data).toMatchObject({ _id: first, messageCount: 3 })
  expect(await getTexts(first)).toEqual(['Where is it?', 'Still nothing!', 'On its way'])
  const list = (await t.call('owner', conversationApi.list)).body.data
  expect(list).toMatchObject([{ _id: first, lastText: 'On its way' }])
  expect(list).toHaveLength(1)
})

test('conversations of different people are not merged', async () => {
  const first = await addContactMessage(t, 'One')
  const second = await addContactMessage(t, 'Two')
  await t.inStore(tx => tx`update conversation set email = 'x@example.com' where id = ${second}`)
  const before = await t.changes()
  for (const [id, into] of [
    [second, first],
    [first, first],
  ] as const) {
    const reply = await merge(id, into)
    expect([reply.status, reply.body.code]).toEqual([409, 'conversations_differ'])
  }
  expect(await t.changes()).toBe(before)
})

test('a message and all later ones become a conversation of their own', async () => {
  const id = await addContactMessage(t, 'About the blue one')
  await answer(id, 'It is sold out')
  await answer(id, 'As to your other question')
  const { messages } = await get(id)
  const { status, body } = await split(id, messages[1]._id)
  expect(status).toBe(201)
  expect(body.data).toMatchObject({ name: 'Ann Shopper', messageCount: 2, waitingSince: null })
  expect(await getTexts(id)).toEqual(['About the blue one'])
  expect(await get(id)).toMatchObject({ messageCount: 1 })
  expect((await get(id)).waitingSince).not.toBeNull()
  const before = await t.changes()
  const refused = await split(id, messages[0]._id)
  expect([refused.status, refused.body.code]).toEqual([409, 'message_first'])
  expect(await t.changes()).toBe(before)
})

const update = (id: string, body: object, person: Parameters<typeof t.call>[0] = 'owner') =>
  t.call(person, conversationApi.update, { params: { id }, body })
let colleagueCount = 0
/** A colleague who does not see private conversations of others. */
function addColleague() {
  colleagueCount += 1
  return makePerson(t.app, t.sql, `colleague${colleagueCount}`, {
    storeId: t.people.owner.storeId,
    abilities: [{ action: 'manage', subject: 'conversation' }],
  })
}

test('a waiting message opens the conversation that it is merged into', async () => {
  const closed = await addContactMessage(t, 'Old question')
  await update(closed, { status: 'closed' })
  const snoozed = await addContactMessage(t, 'Snoozed question')
  await update(snoozed, { status: 'snoozed', snoozedUntil: '2999-01-01T00:00:00Z' })
  for (const into of [closed, snoozed]) {
    const { body } = await merge(await addContactMessage(t, `New question for ${into}`), into)
    expect(body.data).toMatchObject({ status: 'open', snoozedUntil: null })
  }
  const answered = await addContactMessage(t, 'Answered question')
  await answer(answered, 'Yes')
  await update(closed, { status: 'closed' })
  expect((await merge(answered, closed)).body.data.status).toBe('closed')
})

test('a conversation in the trash takes no messages, and a merged one neither', async () => {
  const trashed = await addContactMessage(t, 'Trashed')
  await update(trashed, { place: 'trash' })
  const merged = await addContactMessage(t, 'Merged')
  const other = await addContactMessage(t, 'Other')
  await merge(merged, other)
  const before = await t.changes()
  const toTrash = await merge(other, trashed)
  expect([toTrash.status, toTrash.body.code]).toEqual([409, 'conversation_not_in_inbox'])
  const params = { id: merged }
  const writes = [
    answer(merged, 'Lost answer'),
    update(merged, { status: 'closed' }),
    t.call('owner', conversationApi.addNote, { params, body: { text: 'Lost note' } }),
    t.call('owner', conversationApi.saveDraft, { params, body: { text: 'Lost draft' } }),
    merge(merged, trashed),
    merge(trashed, merged),
  ]
  for (const { status, body } of await Promise.all(writes))
    expect([status, body.code]).toEqual([409, 'conversation_merged'])
  expect(await t.changes()).toBe(before)
  const bulk = await t.call('owner', conversationApi.bulkUpdate, {
    body: { ids: [merged], status: 'closed' },
  })
  expect(bulk.body.data).toMatchObject({ done: 0, failed: 1 })
})

test('messages of a private conversation stay private when merged and split', async () => {
  const [follower, other] = [await addColleague(), await addColleague()]
  const getStatuses = async (id: string) => {
    const replies = [follower, other].map(person =>
      t.call(person, conversationApi.get, { params: { id } }),
    )
    return (await Promise.all(replies)).map(({ status }) => status)
  }
  const secret = await addContactMessage(t, 'Secret')
  await answer(secret, 'Secret answer')
  await update(secret, { addLabels: ['private'] }, follower)
  const open = await addContactMessage(t, 'For all')
  await update(open, { isFollowing: true }, other)
  expect((await merge(secret, open)).status).toBe(200)
  expect((await get(open)).labels).toContain('private')
  expect(await getStatuses(open)).toEqual([200, 404])
  const later = (await get(open)).messages.at(-1)
  const { body } = await split(open, later._id)
  expect(await getStatuses(body.data._id)).toEqual([200, 404])
  const third = await addContactMessage(t, 'Also for all')
  await update(third, { isFollowing: true }, other)
  await merge(third, open)
  expect(await getStatuses(open)).toEqual([200, 404])
})

test('drafts, the customer and the status survive a merge and a split', async () => {
  const [first, second] = [await addContactMessage(t, 'D1'), await addContactMessage(t, 'D2')]
  const colleague = await addColleague()
  const saveDraft = (id: string, text: string) =>
    t.call('owner', conversationApi.saveDraft, { params: { id }, body: { text } })
  await saveDraft(first, 'One')
  await saveDraft(second, 'Two')
  expect((await merge(second, first)).body.data.draft).toBe('One\n\nTwo')
  const [customer] = await t.inStore(
    tx => tx<{ id: string }[]>`
      insert into customer (name, email) values ('Ann', 'ann@shopper.example') returning id`,
  )
  await update(first, { customer: customer?.id })
  await t.inStore(tx => tx`update conversation set language = 'pt' where id = ${first}`)
  const { messages } = await get(first)
  const parted = await t.call(colleague, conversationApi.split, {
    params: { id: first },
    body: { message: messages.at(-1)._id },
  })
  expect(parted.body.data.customer).toBeNull()
  expect(await get(parted.body.data._id)).toMatchObject({
    customer: { _id: customer?.id },
    language: 'pt',
  })
})

test('an unsent reply does not bring back the status of the conversation it was merged from', async () => {
  const from = await addContactMessage(t, 'Snoozed')
  await update(from, { status: 'snoozed', snoozedUntil: '2999-01-01T00:00:00Z' })
  const { messages } = (await answer(from, 'Soon')).body.data
  const into = await addContactMessage(t, 'Waiting')
  await merge(from, into)
  const unsent = await t.call('owner', conversationApi.unsend, {
    params: { id: messages.at(-1)._id },
  })
  expect(unsent.body.data).toMatchObject({ status: 'open', snoozedUntil: null })
})

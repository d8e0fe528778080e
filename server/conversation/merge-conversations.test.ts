import { afterAll, beforeAll, expect, test } from 'vitest'
import { conversationApi } from '#contract/desk/conversation.ts'
import type { ConversationMessage } from '#contract/desk/message.ts'
import { addContactMessage } from '../testing/subject/contact-message-testing.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

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

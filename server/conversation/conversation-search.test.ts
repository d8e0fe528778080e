import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { customerApi } from '#contract/customer/customer.ts'
import { customerDataApi } from '#contract/customer/customer-data.ts'
import { type ConversationRow, conversationApi } from '#contract/desk/conversation.ts'
import { addContactMessage } from '../testing/subject/contact-message-testing.ts'
import { makePerson, startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())
beforeEach(async () => {
  await t.inStore(tx => tx`delete from conversation`)
  await t.runJob('search.cleanup')
})

type Caller = Parameters<TestApp['call']>[0]
const search = async (q: string, caller: Caller = 'owner') =>
  (await t.call(caller, conversationApi.list, { query: { q } })).body
const find = async (q: string): Promise<string[]> =>
  (await search(q)).data.map(({ _id }: ConversationRow) => _id)
const addNote = (id: string, text: string) =>
  t.call('owner', conversationApi.addNote, { params: { id }, body: { text } })
const listWords = () =>
  t.inStore(async tx => {
    const rows = await tx<{ word: string }[]>`
      select word from search_word where entity = 'conversation'
      union select word from search_part where entity = 'conversation'`
    return rows.map(({ word }) => word)
  })

test('a conversation is found by the words of its messages, its person and its order', async () => {
  const id = await addContactMessage(t, 'The handle of the stoneware mug broke.')
  const other = await addContactMessage(
    t,
    'Where is my parcel? https://carrier.example/trackmyparcel',
  )
  await addNote(id, 'Photo received')
  await t.inStore(
    tx => tx`
      insert into message (conversation_id, direction, status, author_id, text)
      values (${id}, 'out', 'draft', ${t.people.owner.personId}, 'Unfinished answer')`,
  )
  for (const q of ['stoneware', 'HAND', 'tonewar', 'photo', 'mug photo', 'broke ann', 'stonewaer'])
    expect(await find(q), q).toEqual([id])
  for (const q of ['ann', 'ann@shopper.example', '1001', '#1001'])
    expect((await find(q)).toSorted(), q).toEqual([id, other].toSorted())
  for (const q of ['unfinished', 'mug parcel', 'carrier', 'zzzzz', '4711'])
    expect(await find(q), q).toEqual([])
})

test('only the beginning of a message is searched, without the text that it quotes', async () => {
  const id = await addContactMessage(t, `${'filler '.repeat(285)}inside outside`)
  expect(await find('inside')).toEqual([id])
  expect(await find('outside')).toEqual([])
  await t.inStore(tx => tx`update message set quote_start = 10 where conversation_id = ${id}`)
  expect(await find('inside')).toEqual([])
  expect(await find('filler')).toEqual([id])
})

test('a search finds no private conversation of others, and corrects no term to its words', async () => {
  const id = await addContactMessage(t, 'A complaint about harassment')
  await t.call('owner', conversationApi.update, {
    params: { id },
    body: { addLabels: ['private'] },
  })
  const colleague = await makePerson(t.app, t.sql, 'colleague', {
    storeId: t.people.owner.storeId,
    abilities: [{ action: 'manage', subject: 'conversation' }],
  })
  expect(await find('harassment')).toEqual([id])
  expect((await search('harassmnet')).meta.corrections).toHaveLength(1)
  for (const q of ['harassment', 'harassmnet']) {
    const { data, meta } = await search(q, colleague)
    expect([data, meta.total, meta.corrections], q).toEqual([[], 0, undefined])
  }
  const bulk = await t.call(colleague, conversationApi.bulkUpdate, {
    body: { filter: { q: 'harassment' }, expectedCount: 0, place: 'trash' },
  })
  expect(bulk.body.data.done).toBe(0)
  expect(await find('harassment')).toEqual([id])
})

test('words that many conversations have are found too', async () => {
  const ids = [
    await addContactMessage(t, 'A popular question about napkins'),
    await addContactMessage(t, 'A popular question'),
  ]
  await t.inStore(
    tx => tx`
      insert into search_word (entity, word, id)
      select 'conversation', word, new_id()
      from generate_series(1, 10001), unnest('{popular,question}'::text[]) word`,
  )
  expect(await find('popular')).toEqual(ids.toReversed())
  expect(await find('popular quest')).toEqual(ids.toReversed())
  expect(await find('opula')).toEqual(ids.toReversed())
  expect(await find('popular napkins')).toEqual(ids.slice(0, 1))
  await t.inStore(tx => tx`delete from search_word where word in ('popular', 'question')`)
})

test('words move with their messages', async () => {
  const into = await addContactMessage(t, 'The vase is broken')
  const id = await addContactMessage(t, 'The bowl is chipped')
  await addNote(into, 'Chipped too')
  const merged = await t.call('owner', conversationApi.merge, {
    params: { id },
    body: { into },
  })
  expect(merged.status).toBe(200)
  expect(await find('bowl')).toEqual([into])
  await t.inStore(tx => tx`delete from message where text = 'The bowl is chipped'`)
  expect(await find('bowl')).toEqual([])
  expect(await find('chipped')).toEqual([into])
})

test('the erasure of a customer deletes the words of their messages at once', async () => {
  const { body } = await t.call('owner', customerApi.create, {
    body: { name: 'Ann Shopper', email: 'ann@shopper.example' },
  })
  await addContactMessage(t, 'My diagnosis is confidential')
  expect(await listWords()).toEqual(expect.arrayContaining(['diagnosis', 'confidential']))
  const params = { id: body.data._id }
  expect((await t.call('owner', customerDataApi.erase, { params, body: {} })).status).toBe(200)
  expect(await listWords()).toEqual([])
})

test('expired conversations are deleted with their words', async () => {
  await addContactMessage(t, 'An ancient question')
  await t.inStore(tx => tx`update conversation set last_message_at = now() - interval '3 years'`)
  await t.runJob('retention.cleanup')
  await t.runJob('search.cleanup')
  expect(await listWords()).toEqual([])
})

test('chats of the team are not searched', async () => {
  await t.inStore(
    tx => tx`
      with chat as (
        insert into conversation (channel, place, subject) values ('team', 'team', 'Warehouse') returning id)
      insert into message (conversation_id, direction, status, text)
      select id, 'out', 'sent', 'Lunch' from chat`,
  )
  expect(await listWords()).toEqual([])
})

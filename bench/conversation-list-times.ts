import { parseArgs } from 'node:util'
import {
  type ConversationFolder,
  ConversationFolder as Folder,
} from '../contract/desk/conversation-state.ts'
import { countConversations, listConversations } from '../server/conversation/conversation-list.ts'
import { openBenchStore, startMeasuring } from './bench-store.ts'
import { measureMedianMs } from './measure/measure.ts'

/**
 * Measures the folders of the inbox and their counts in a store with many conversations, whose open ones are the
 * oldest. The floor is a query for ten ids by the index of the inbox.
 */
const { values } = parseArgs({
  options: {
    conversations: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '30' },
  },
})
const perPage = 10
const deepPage = 1000
/** Words of all conversations, of one in a hundred, of one and of none. */
const searches = ['parcel', 'arce', 'stoneware', 'stoneware parcel', 'person4242', 'zzzzz']

const { sql, storeId, personId, close } = await openBenchStore({ products: 10, orders: 10 })
try {
  await insertConversations(storeId, personId)
  await startMeasuring(sql)
  const floor = await measure(
    () => sql`
      select id from conversation where place = 'inbox' and status <> 'closed' and merged_into_id is null
      order by last_message_at desc, id desc limit ${perPage}`,
  )
  console.log(
    `${values.conversations} conversations; median ms, and the ratio to ten ids in ${floor.toFixed(2)} ms\n`,
  )
  const viewer = { personId, abilities: [{ action: 'read', subject: 'conversation' }] } as const
  const read = (name: ConversationFolder, page: number, sort?: 'waitingSince') =>
    listConversations(sql, { folder: name, page, perPage, sort }, { viewer, storeId })
  const format = (ms: number) => `${ms.toFixed(2)} (${(ms / floor).toFixed(1)})`
  console.log(`| folder | conversations | page 1 | page ${deepPage} |\n| --- | --- | --- | --- |`)
  for (const name of Folder.options) {
    const { total } = (await read(name, 1)).meta
    const first = format(await measure(() => read(name, 1)))
    const deep =
      total >= deepPage * perPage ? format(await measure(() => read(name, deepPage))) : '–'
    console.log(`| ${name} | ${total} | ${first} | ${deep} |`)
  }
  for (const name of ['inbox', 'mine', 'unassigned', 'waiting'] as const) {
    const first = format(await measure(() => read(name, 1, 'waitingSince')))
    const deep = format(await measure(() => read(name, deepPage, 'waitingSince')))
    console.log(`| ${name}, by waiting time | | ${first} | ${deep} |`)
  }
  for (const q of searches) {
    const find = () =>
      listConversations(sql, { folder: 'inbox', q, page: 1, perPage }, { viewer, storeId })
    const { total } = (await find()).meta
    console.log(`| inbox, search ${q} | ${total} | ${format(await measure(find))} | |`)
  }
  console.log(`| counts | | ${format(await measure(() => countConversations(sql, viewer)))} | |`)
} finally {
  await close()
}

/** Half of the conversations are closed, a fifth is snoozed or answered, and some are spam. */
async function insertConversations(storeId: string, personId: string) {
  await sql.begin(async tx => {
    await tx`set local session_replication_role = replica`
    await tx`
      insert into conversation (
        store_id, channel, subject, name, email, status, place, snoozed_until, assignee_id, waiting_since,
        last_message_at, last_received_at, last_text, message_count, has_reply)
      select ${storeId}, 'email', 'Question ' || n, 'Person ' || n, 'person' || n || '@example.com',
        case when n <= half then case n % 5 when 0 then 'snoozed' when 1 then 'answered' else 'open' end
          else 'closed' end,
        case when n % 50 = 0 then 'spam' when n % 90 = 0 then 'trash' else 'inbox' end,
        case when n <= half and n % 5 = 0 then now() + interval '1 day' end,
        case when n % 3 = 0 then ${personId}::uuid end,
        case when n <= half and n % 5 > 1 then time end, time, time, 'Where is my parcel?', 2, n % 4 <> 0
      from generate_series(1, ${Number(values.conversations)}) n,
        lateral (select now() - (${Number(values.conversations)} - n) * interval '1 minute' as time,
          ${Number(values.conversations)} / 2 as half) t`
  })
  await insertMessages(storeId)
  await sql`vacuum analyze conversation, message, search_word, search_part`
}

/** Each conversation has two messages. */
async function insertMessages(storeId: string) {
  await sql.begin(async tx => {
    await tx`set local session_replication_role = replica`
    await tx`
      insert into message (store_id, conversation_id, direction, status, text)
      select store_id, id, m.direction, m.status,
        'Hello, where is my parcel? ' || repeat('I have waited for it for two weeks now. ', 10)
          || case when right(subject, 2) = '42' then 'It is the stoneware set.' else '' end
      from conversation, (values ('in', 'received'), ('out', 'sent')) m (direction, status)
      where store_id = ${storeId}`
    await tx`
      insert into search_word (store_id, entity, word, id)
      select distinct c.store_id, 'conversation', word, c.id
      from conversation c, conversation_words(c.store_id, c.id) word
      where c.store_id = ${storeId}`
    await tx`
      insert into search_part (store_id, entity, part, word)
      select store_id, entity, substr(word, position), word
      from (
        select distinct store_id, entity, word from search_word
        where entity = 'conversation' and word !~ '[0-9@]') words,
        generate_series(2, length(word)) position`
  })
}

function measure(work: () => Promise<unknown>): Promise<number> {
  return measureMedianMs(Number(values.rounds), work)
}

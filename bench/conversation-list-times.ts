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
  const read = (name: ConversationFolder, page: number) =>
    listConversations(sql, { folder: name, page, perPage }, { viewer, storeId })
  const format = (ms: number) => `${ms.toFixed(2)} (${(ms / floor).toFixed(1)})`
  console.log(`| folder | conversations | page 1 | page ${deepPage} |\n| --- | --- | --- | --- |`)
  for (const name of Folder.options) {
    const { total } = (await read(name, 1)).meta
    const first = format(await measure(() => read(name, 1)))
    const deep =
      total >= deepPage * perPage ? format(await measure(() => read(name, deepPage))) : '–'
    console.log(`| ${name} | ${total} | ${first} | ${deep} |`)
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
  await sql`vacuum analyze conversation`
}

function measure(work: () => Promise<unknown>): Promise<number> {
  return measureMedianMs(Number(values.rounds), work)
}

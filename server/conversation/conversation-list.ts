import type { ConversationListQuery, ConversationRow } from '#contract/desk/conversation.ts'
import {
  type ConversationCounts,
  type ConversationFolder,
  conversationLabels,
  maxFolderCount,
} from '#contract/desk/conversation-state.ts'
import type { Page } from '#contract/lib/call/api.ts'
import {
  type ListDefinition,
  listPage,
  maxCountedRows,
  type SqlFragment,
} from '../lib/call/list.ts'
import { assertFound } from '../lib/call/problem.ts'
import {
  type ListRequest,
  type ListSearch,
  listSearchPage,
  resolveSearch,
} from '../lib/call/search-list.ts'
import type { Tx } from '../lib/db/db.ts'
import { isUnfiled } from '../mail-in/rule/unfiled-mail.ts'
import { unseenChatCount } from './chat-list.ts'
import { isVisible, type Viewer } from './rule/visible-conversation.ts'

export type ConversationFilter = Omit<ConversationListQuery, 'page' | 'perPage' | 'after' | 'sort'>

export const conversationFrom = (tx: Tx, { personId }: Viewer) => tx`
  conversation c
  left join person a on a.id = c.assignee_id
  left join conversation_reader r on r.conversation_id = c.id and r.person_id = ${personId}`

/** The columns of a row and of the whole conversation. */
export const commonColumns = (tx: Tx) => tx`
  c.id as "_id", c.channel, c.subject, c.name, c.email, c.status, c.place, c.labels, c.last_message_at,
  c.message_count, c.waiting_since,
  case when a.id is not null then jsonb_build_object('_id', a.id, 'name', a.full_name) end as assignee`

const isUnseen = (tx: Tx) => tx`
  (c.last_received_at is not null and c.last_received_at > coalesce(r.seen_until, '-infinity'))`

const rowColumns = (tx: Tx, { personId }: Viewer) => tx`
  ${commonColumns(tx)}, c.last_text, ${isUnseen(tx)} as is_unseen,
  exists (
    select from message d
    where d.conversation_id = c.id and d.status = 'draft' and d.author_id = ${personId}) as has_draft`

export function listConversations(
  tx: Tx,
  query: ConversationListQuery,
  { viewer, storeId }: { viewer: Viewer; storeId: string },
): Promise<Page<ConversationRow>> {
  const definition: ListDefinition = {
    key: `conversation ${JSON.stringify([viewer.personId, { ...query, page: 0, after: '', sort: '', perPage: 0 }])}`,
    from: conversationFrom(tx, viewer),
    alias: 'c',
    columns: rowColumns(tx, viewer),
    where: [isVisible(tx, viewer), ...buildConditions(tx, query, viewer)],
    sorts: {
      lastMessageAt: { expression: 'c.last_message_at', type: 'timestamptz' },
      ...sortByWaitingTime(query.folder),
    },
    defaultSort: '-lastMessageAt',
  }
  return query.q
    ? findConversations(tx, { definition, request: query, storeId }, query.q)
    : listPage(tx, definition, query, storeId)
}

/** In the folders with indexes for it. Conversations whose person does not wait come last. */
function sortByWaitingTime(folder: ConversationFolder | undefined): ListDefinition['sorts'] {
  const type = 'timestamptz'
  if (folder === 'waiting') return { waitingSince: { expression: 'c.waiting_since', type } }
  if (folder !== 'inbox' && folder !== 'mine' && folder !== 'unassigned') return {}
  return { waitingSince: { expression: `coalesce(c.waiting_since, 'infinity')`, type } }
}

/** A correction to a word that only hidden conversations have is not returned. */
async function findConversations(
  tx: Tx,
  list: ListRequest,
  q: string,
): Promise<Page<ConversationRow>> {
  const { items, meta } = await listSearchPage<ConversationRow>(tx, list, toSearch(tx, q))
  const { corrections, ...visibleMeta } = meta
  return { items, meta: items.length > 0 ? meta : visibleMeta }
}

/** Returns the conditions of a filter with its search. */
export const resolveConditions = async (
  tx: Tx,
  filter: ConversationFilter,
  viewer: Viewer,
): Promise<SqlFragment[]> => [
  isVisible(tx, viewer),
  ...buildConditions(tx, filter, viewer),
  ...(filter.q ? await resolveSearch(tx, { alias: 'c' }, toSearch(tx, filter.q)) : []),
]

/** Numbers and emails are found by the beginning of a word only. */
const toSearch = (tx: Tx, q: string): ListSearch => ({
  entity: 'conversation',
  words: q,
  textConditions: [tx`false`],
})

function buildConditions(
  tx: Tx,
  { folder, channel, label, email, customer, order, product, isUnassigned }: ConversationFilter,
  viewer: Viewer,
): SqlFragment[] {
  return [
    tx`c.merged_into_id is null`,
    // Conversations about a record are shown in every place but the trash and the spam.
    ...(folder ? [folderConditions[folder](tx, viewer)] : [tx`c.place = 'inbox'`]),
    ...(channel ? [tx`c.channel = ${channel}`] : []),
    ...(label ? [tx`${label} = any (c.labels)`] : []),
    ...(email ? [tx`c.email = ${email.toLowerCase()}`] : []),
    ...(customer ? [tx`c.customer_id = ${customer}`] : []),
    ...(order ? [tx`c.order_id = ${order}`] : []),
    ...(product ? [tx`c.product_id = ${product}`] : []),
    ...(isUnassigned === undefined ? [] : [tx`(c.assignee_id is null) = ${isUnassigned}`]),
  ]
}

const folderConditions: Record<ConversationFolder, (tx: Tx, viewer: Viewer) => SqlFragment> = {
  inbox: tx => tx`c.place = 'inbox' and c.status <> 'closed'`,
  mine: (tx, { personId }) =>
    tx`c.place = 'inbox' and c.status <> 'closed' and c.assignee_id = ${personId}`,
  unassigned: tx => tx`c.place = 'inbox' and c.status <> 'closed' and c.assignee_id is null`,
  waiting: tx => tx`c.place = 'inbox' and c.status = 'open' and c.waiting_since is not null`,
  snoozed: tx => tx`c.place = 'inbox' and c.status = 'snoozed'`,
  closed: tx => tx`c.place = 'inbox' and c.status = 'closed'`,
  sent: tx => tx`c.place = 'inbox' and c.has_reply`,
  draft: (tx, { personId }) => tx`
    c.place = 'inbox' and c.id in (
      select d.conversation_id from message d where d.status = 'draft' and d.author_id = ${personId})`,
  spam: tx => tx`c.place = 'spam' and c.place <> 'inbox'`,
  trash: tx => tx`c.place = 'trash' and c.place <> 'inbox'`,
}

/** Returns the labels that staff added to the newest conversations, without those of every store. */
export async function listOwnLabels(tx: Tx, viewer: Viewer): Promise<string[]> {
  const rows = await tx<{ label: string }[]>`
    select distinct label
    from (
      select c.labels from conversation c
      where c.place = 'inbox' and c.merged_into_id is null and ${isVisible(tx, viewer)}
      order by c.last_message_at desc, c.id desc limit ${tx.unsafe(String(maxCountedRows))}
    ) newest, unnest(newest.labels) label
    where label <> all (${[...conversationLabels]}::text[])
    order by label limit 200`
  return rows.map(({ label }) => label)
}

/** Counts the conversations of the folders with a badge, each up to `maxFolderCount`. */
export async function countConversations(tx: Tx, viewer: Viewer): Promise<ConversationCounts> {
  const count = (folder: ConversationFolder, condition = tx`true`) => tx`(
    select count(*)::integer from (
      select from ${conversationFrom(tx, viewer)}
      where c.merged_into_id is null and ${folderConditions[folder](tx, viewer)} and ${isVisible(tx, viewer)}
        and ${condition}
      limit ${tx.unsafe(String(maxFolderCount))}) f)`
  const [row] = await tx<Omit<ConversationCounts, 'all'>[]>`
    select ${count('inbox')} as inbox, ${count('inbox', isUnseen(tx))} as unseen, ${count('mine')} as mine,
      ${count('unassigned')} as unassigned, ${count('waiting')} as waiting, ${count('snoozed')} as snoozed,
      ${count('draft')} as draft, ${count('spam')} as spam, ${unseenChatCount(tx, viewer)} as unseen_chats,
      (select count(*)::integer from mail_in where ${isUnfiled(tx, viewer)}) as unfiled`
  const counts = assertFound(row, 'conversation_not_found')
  return { ...counts, all: counts.inbox }
}

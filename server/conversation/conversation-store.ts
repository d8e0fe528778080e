import type { z } from 'zod'
import type {
  Conversation,
  ConversationEdit,
  conversationApi,
} from '#contract/desk/conversation.ts'
import { maxConversationLabels, maxShownMessages } from '#contract/desk/conversation-state.ts'
import type { ConversationMessage } from '#contract/desk/message.ts'
import { type BulkReply, maxCountedRows } from '#contract/lib/call/bulk.ts'
import { hasPermission } from '#contract/lib/call/permission.ts'
import { resolveBulkSelection, toBulkReply } from '../lib/call/bulk-selection.ts'
import { createErrorMessage } from '../lib/call/error-message.ts'
import { assertFound, assertVersion, createFieldProblem, Problem } from '../lib/call/problem.ts'
import { type Tx, updateVersionedRow } from '../lib/db/db.ts'
import { changeFollowers } from './change-followers.ts'
import { commonColumns, conversationFrom, resolveConditions } from './conversation-list.ts'
import { deriveFields } from './derive-conversation.ts'
import { listDraftFiles } from './rule/draft-files.ts'
import { assertConversationStaff, notifyConversationAssignee } from './rule/notify-staff.ts'
import { isVisible, isVisibleToTeam, type Viewer } from './rule/visible-conversation.ts'

declare module '../lib/db/table-fields.ts' {
  interface TableColumns {
    conversation: {
      channel: Conversation['channel']
      subject?: string
      name?: string
      email?: string
      customerId?: string | null
      orderId?: string | null
      productId?: string | null
      status?: Conversation['status']
      place?: Conversation['place'] | 'team'
      spamReason?: string | null
      snoozedUntil?: string | null
      assigneeId?: string | null
      waitingSince?: null
      labels?: string[]
      language?: string | null
    }
  }
}

type ConversationHead = Omit<Conversation, 'messages' | 'draft' | 'draftFiles'>

/** @throws Problem 404 conversation_not_found, also for a private one of others */
export async function getConversation(tx: Tx, id: string, viewer: Viewer): Promise<Conversation> {
  const [[row], messages, [draft], draftFiles] = await Promise.all([
    selectHead(tx, id, viewer),
    selectConversationMessages(tx, id),
    tx<{ text: string }[]>`
      select text from message
      where conversation_id = ${id} and status = 'draft' and author_id = ${viewer.personId} limit 1`,
    listDraftFiles(tx, id, viewer),
  ])
  const head = assertFound(row, 'conversation_not_found')
  return {
    ...head,
    messages: messages.toReversed(),
    draft: draft?.text ?? '',
    draftFiles: [...draftFiles],
  }
}

const selectHead = (tx: Tx, id: string, viewer: Viewer) => {
  const isReadable = (subject: 'customer' | 'order' | 'product') =>
    tx.unsafe(String(hasPermission(viewer.abilities, `${subject}:read`)))
  return tx<ConversationHead[]>`
    select ${commonColumns(tx)}, c.order_number, c.spam_reason, c.snoozed_until, c.version, c.created_at,
      coalesce(r.is_following, false) as is_following,
      coalesce((
        select jsonb_agg(jsonb_build_object('_id', p.id, 'name', coalesce(nullif(p.full_name, ''), p.username, ''))
          order by lower(p.full_name), p.id)
        from conversation_reader f join person p on p.id = f.person_id
        where f.store_id = c.store_id and f.conversation_id = c.id and f.is_following), '[]') as followers,
      coalesce(
        c.language,
        (select nullif(o.language, '') from "order" o where o.store_id = c.store_id and o.id = c.order_id),
        (select s.locale from store s where s.id = c.store_id)) as language,
      (select jsonb_build_object('_id', u.id, 'name', coalesce(nullif(u.name, ''), u.email)) from customer u
        where u.store_id = c.store_id and u.id = c.customer_id and ${isReadable('customer')}) as customer,
      (select jsonb_build_object('_id', o.id, 'number', o.number) from "order" o
        where o.store_id = c.store_id and o.id = c.order_id and ${isReadable('order')}) as "order",
      (select jsonb_build_object('_id', p.id, 'title', p.title) from product p
        where p.store_id = c.store_id and p.id = c.product_id and ${isReadable('product')}) as product
    from ${conversationFrom(tx, viewer)}
    where c.id = ${id} and ${isVisible(tx, viewer)}`
}

/** The newest first. */
export const selectConversationMessages = (tx: Tx, id: string) => tx<ConversationMessage[]>`
  select m.id as "_id", m.direction, m.origin, m.status, m.from_name, m.from_email, m.text, m.quote_start,
    m.html is not null as has_html,
    coalesce((
      select jsonb_agg(
        jsonb_build_object('_id', f.id, 'name', f.name, 'contentType', f.content_type, 'bytes', f.bytes)
        order by f.position)
      from message_file f where f.store_id = m.store_id and f.message_id = m.id), '[]') as files,
    case when o.message_id is not null
      then jsonb_build_object('omittedFileCount', o.omitted_file_count) end as original,
    case when m.status = 'queued' then m.send_at end as send_at, m.error, m.created_at,
    case when p.id is not null then jsonb_build_object('_id', p.id, 'name', p.full_name) end as author
  from message m left join person p on p.id = m.author_id
  left join message_original o on o.store_id = m.store_id and o.message_id = m.id
  where m.conversation_id = ${id} and m.status <> 'draft'
  order by m.created_at desc, m.id desc limit ${maxShownMessages}`

/**
 * Locks a conversation that the viewer sees.
 * @throws Problem 409 conversation_merged, because messages added to it would not be shown
 */
export const lockConversation = (tx: Tx, id: string, viewer: Viewer): Promise<void> =>
  lockConversations(tx, [id], viewer)

/**
 * Locks conversations in the order of their ids.
 * @throws Problem 404 conversation_not_found if the viewer does not see one of them, or 409 conversation_merged
 */
export async function lockConversations(
  tx: Tx,
  ids: readonly string[],
  viewer: Viewer,
): Promise<void> {
  const rows = await tx<{ isMerged: boolean }[]>`
    select c.merged_into_id is not null as is_merged from conversation c
    where c.id = any (${ids}::uuid[]) and ${isVisible(tx, viewer)} order by c.id for update`
  if (rows.length < new Set(ids).size) throw new Problem(404, 'conversation_not_found')
  if (rows.some(({ isMerged }) => isMerged)) throw new Problem(409, 'conversation_merged')
}

export async function updateConversation(
  tx: Tx,
  id: string,
  { edit, viewer }: { edit: ConversationEdit; viewer: Viewer },
): Promise<Conversation> {
  await lockConversation(tx, id, viewer)
  const current = await getConversation(tx, id, viewer)
  const {
    version,
    isFollowing,
    addFollowers,
    removeFollowers,
    assignee,
    customer,
    order,
    snoozedUntil,
    ...rest
  } = edit
  const { addLabels = [], removeLabels = [], ...fields } = rest
  assertVersion(current, version)
  const status = fields.status ?? current.status
  if (status === 'snoozed' && !(snoozedUntil ?? current.snoozedUntil))
    throw createFieldProblem('snoozedUntil', 'snooze_time_missing')
  if (assignee) await assertConversationStaff(tx, [assignee], 'assignee')
  await changeFollowers(tx, id, { isFollowing, addFollowers, removeFollowers }, viewer)
  // A user who makes a conversation private or reassigns it keeps access.
  if (addLabels.includes('private') || assignee !== undefined) await keepVisible(tx, [id], viewer)
  if (Object.keys(edit).every(key => followingKeys.includes(key)))
    return getConversation(tx, id, viewer)
  await updateVersionedRow(tx, 'conversation', id, {
    ...fields,
    spamReason: getSpamReason(current, fields.place),
    snoozedUntil: status === 'snoozed' ? (snoozedUntil ?? current.snoozedUntil) : null,
    ...(addLabels.length + removeLabels.length > 0 && {
      labels: changeLabels(current.labels, addLabels, removeLabels),
    }),
    ...(assignee !== undefined && { assigneeId: assignee }),
    ...(customer !== undefined && { customerId: customer }),
    ...(order !== undefined && { orderId: order }),
    ...(status === 'closed' && { waitingSince: null }),
  })
  if (assignee && assignee !== current.assignee?._id) await notifyConversationAssignee(tx, [id])
  if (current.status === 'closed' && status !== 'closed') await deriveFields(tx, id)
  return getConversation(tx, id, viewer)
}

const followingKeys = ['isFollowing', 'addFollowers', 'removeFollowers', 'version']

/** The reason ends when the conversation leaves the spam. */
const getSpamReason = (current: Conversation, place = current.place) =>
  place === current.place ? current.spamReason : null

/** The labels that others have added meanwhile stay. @throws Problem 422 label_limit */
function changeLabels(labels: string[], added: string[], removed: string[]): string[] {
  const changed = [...new Set([...labels, ...added])].filter(label => !removed.includes(label))
  if (changed.length > maxConversationLabels)
    throw createFieldProblem('addLabels', 'label_limit', { count: maxConversationLabels })
  return changed
}

/** Lets the viewer follow private conversations that they see only because of what they change. */
export const keepVisible = (tx: Tx, ids: readonly string[], { personId }: Viewer) => tx`
  insert into conversation_reader (conversation_id, person_id, is_following)
  select id, ${personId}, true from unnest(${ids}::uuid[]) id
  where exists (select from membership where person_id = ${personId} and store_id = current_store())
  on conflict (store_id, conversation_id, person_id) do update set is_following = true`

export async function markSeen(tx: Tx, id: string, viewer: Viewer): Promise<void> {
  const [row] = await tx`
    insert into conversation_reader (conversation_id, person_id, seen_until)
    select c.id, ${viewer.personId}, now() from conversation c
    where c.id = ${id} and (${isVisibleToTeam(tx, viewer)} or ${isVisible(tx, viewer)})
    on conflict (store_id, conversation_id, person_id) do update set seen_until = now()
    returning conversation_id`
  assertFound(row, 'conversation_not_found')
}

type BulkEdit = z.infer<typeof conversationApi.bulkUpdate.body>

export async function updateConversations(
  tx: Tx,
  { filter, status, place, assignee, addLabels = [], removeLabels = [], ...selected }: BulkEdit,
  viewer: Viewer,
): Promise<BulkReply> {
  if (assignee) await assertConversationStaff(tx, [assignee], 'assignee')
  const selection = await resolveBulkSelection(
    tx,
    { ...selected, filter },
    {
      from: conversationFrom(tx, viewer),
      id: 'c.id',
      batchSize: maxCountedRows,
      conditions: wanted => resolveConditions(tx, wanted, viewer),
    },
  )
  const rows = await tx<{ id: string; name: string; isUpdated: boolean; isReassigned: boolean }[]>`
    with locked as (
      select c.id, c.assignee_id, coalesce(nullif(c.subject, ''), nullif(c.name, ''), c.email) as name,
        array(
          select distinct label from unnest(c.labels || ${addLabels}::text[]) label
          where label <> all (${removeLabels}::text[])) as labels
      from conversation c
      where c.id = any (${selection.ids}::uuid[]) and c.merged_into_id is null and ${isVisible(tx, viewer)}
      order by c.id for update
    ), updated as (
      update conversation c set
        status = coalesce(${status ?? null}, c.status),
        waiting_since = case when ${status ?? null}::text = 'closed' then null else c.waiting_since end,
        snoozed_until = case when ${status ?? null}::text is null then c.snoozed_until end,
        place = coalesce(${place ?? null}, c.place),
        spam_reason = case when coalesce(${place ?? null}, c.place) = c.place then c.spam_reason end,
        assignee_id = ${assignee === undefined ? tx`c.assignee_id` : tx`${assignee}::uuid`},
        labels = locked.labels, version = c.version + 1, updated_at = now()
      from locked where c.id = locked.id and cardinality(locked.labels) <= ${maxConversationLabels}
      returning c.id
    )
    select locked.id, locked.name, updated.id is not null as is_updated,
      locked.assignee_id is distinct from ${assignee ?? null}::uuid as is_reassigned
    from locked left join updated on updated.id = locked.id`
  const updated = rows.filter(({ isUpdated }) => isUpdated)
  // Only the ones that the viewer could see: the selection can name others.
  if (addLabels.includes('private'))
    await keepVisible(
      tx,
      updated.map(({ id }) => id),
      viewer,
    )
  if (assignee)
    await notifyConversationAssignee(
      tx,
      updated.filter(({ isReassigned }) => isReassigned).map(({ id }) => id),
    )
  const error = createErrorMessage('label_limit', { count: maxConversationLabels })
  return toBulkReply(
    selection,
    new Map(rows.map(({ id, name }) => [id, name])),
    new Map(rows.filter(({ isUpdated }) => !isUpdated).map(({ id }) => [id, error])),
  )
}

/** @throws Problem 409 conversation_not_in_trash */
export async function deleteConversation(tx: Tx, id: string, viewer: Viewer): Promise<void> {
  await lockConversation(tx, id, viewer)
  const { place } = await getConversation(tx, id, viewer)
  if (place === 'inbox') throw new Problem(409, 'conversation_not_in_trash')
  await tx`delete from conversation where id = ${id}`
}

import type { Conversation } from '#contract/desk/conversation.ts'
import { maxConversationLabels } from '#contract/desk/conversation-state.ts'
import { assertFound, Problem } from '../lib/call/problem.ts'
import { insertRow, type Tx } from '../lib/db/db.ts'
import { getConversation, keepVisible, lockConversations } from './conversation-store.ts'
import { deriveFields } from './derive-conversation.ts'
import { copySeenAnswers, mergeShopperChats } from './rule/shopper-chat.ts'
import type { Viewer } from './rule/visible-conversation.ts'

/**
 * Moves the messages of a conversation into another one, which answers to it reach from now on. If one of them is
 * private, the other one becomes private too.
 * @throws Problem 409 conversations_differ for other people, or for the conversation itself;
 * 409 conversation_not_in_inbox
 */
export async function mergeConversation(
  tx: Tx,
  id: string,
  { into, viewer }: { into: string; viewer: Viewer },
): Promise<Conversation> {
  await lockConversations(tx, [id, into], viewer)
  const [pair] = await tx<{ isSamePerson: boolean; isInInbox: boolean }[]>`
    select a.email = b.email and a.channel <> 'team' and b.channel <> 'team' as is_same_person,
      b.place = 'inbox' as is_in_inbox
    from conversation a, conversation b
    where a.id = ${id} and b.id = ${into} and a.id <> b.id`
  if (!pair?.isSamePerson) throw new Problem(409, 'conversations_differ')
  if (!pair.isInInbox) throw new Problem(409, 'conversation_not_in_inbox')
  await mergeAccess(tx, id, { into, viewer })
  await appendDrafts(tx, id, into)
  await tx`update message set conversation_id = ${into} where conversation_id = ${id}`
  await forgetUndo(tx, into)
  // A chat must not show the emails of a person whom its shopper only named.
  await mergeShopperChats(tx, id, into)
  await tx`update message_reference set conversation_id = ${into} where conversation_id = ${id}`
  await tx`update conversation set merged_into_id = ${into} where merged_into_id = ${id}`
  await tx`
    update conversation set merged_into_id = ${into}, version = version + 1, updated_at = now() where id = ${id}`
  await tx`
    update conversation c set
      customer_id = coalesce(c.customer_id, m.customer_id), order_id = coalesce(c.order_id, m.order_id),
      product_id = coalesce(c.product_id, m.product_id),
      status = case when m.status = 'open' and m.waiting_since is not null then 'open' else c.status end,
      snoozed_until = case when m.status = 'open' and m.waiting_since is not null then null
        else c.snoozed_until end
    from conversation m where c.id = ${into} and m.id = ${id}`
  await deriveFields(tx, into)
  return getConversation(tx, into, viewer)
}

/**
 * Lets only those see the messages of a private conversation who saw them before, and the assignee of the other one.
 * @throws Problem 409 label_limit
 */
async function mergeAccess(
  tx: Tx,
  id: string,
  { into, viewer }: { into: string; viewer: Viewer },
): Promise<void> {
  const [row] = await tx<{ isPrivate: boolean; isTargetPrivate: boolean; labelCount: number }[]>`
    select 'private' = any (a.labels) as is_private, 'private' = any (b.labels) as is_target_private,
      cardinality(b.labels) as label_count
    from conversation a, conversation b where a.id = ${id} and b.id = ${into}`
  const { isPrivate, isTargetPrivate, labelCount } = assertFound(row, 'conversation_not_found')
  if (isPrivate && !isTargetPrivate) {
    if (labelCount >= maxConversationLabels)
      throw new Problem(409, 'label_limit', { count: maxConversationLabels })
    await tx`update conversation set labels = labels || '{private}' where id = ${into}`
    await tx`update conversation_reader set is_following = false where conversation_id = ${into}`
  }
  // The followers of a conversation that all staff see must not see a private one.
  if (isPrivate || !isTargetPrivate) await copyFollowers(tx, id, into)
  if (isPrivate || isTargetPrivate) await keepVisible(tx, [into], viewer)
}

/** Lets the followers of a conversation, and the assignee of a private one, follow another one. */
const copyFollowers = (tx: Tx, from: string, to: string) => tx`
  insert into conversation_reader (conversation_id, person_id, is_following)
  select ${to}::uuid, person_id, true from conversation_reader where conversation_id = ${from} and is_following
  union
  select ${to}::uuid, assignee_id, true from conversation
  where id = ${from} and assignee_id is not null and 'private' = any (labels)
  on conflict (store_id, conversation_id, person_id) do update set is_following = true`

/** Adds the drafts of a conversation to those that their authors have in another one. */
async function appendDrafts(tx: Tx, from: string, to: string): Promise<void> {
  await tx`
    update message_file f set message_id = o.id from message d, message o
    where d.store_id = f.store_id and d.id = f.message_id and d.conversation_id = ${from} and d.status = 'draft'
      and o.conversation_id = ${to} and o.status = 'draft' and o.author_id = d.author_id`
  await tx`
    with appended as (
      update message o set text = o.text || e'\\n\\n' || d.text from message d
      where d.conversation_id = ${from} and d.status = 'draft'
        and o.conversation_id = ${to} and o.status = 'draft' and o.author_id = d.author_id
      returning d.id)
    delete from message where id in (select id from appended)`
}

/** What replies changed of their conversation says nothing about the one that has their messages now. */
const forgetUndo = (tx: Tx, conversationId: string) => tx`
  update message set undo = null where conversation_id = ${conversationId} and undo is not null`

/**
 * Moves a message and all later ones into a new conversation with the same person.
 * @throws Problem 409 message_first if nothing would stay
 */
export async function splitConversation(
  tx: Tx,
  id: string,
  { message, viewer }: { message: string; viewer: Viewer },
): Promise<Conversation> {
  await lockConversations(tx, [id], viewer)
  const [first] = await tx<{ isFirst: boolean }[]>`
    select not exists (
      select from message e
      where e.conversation_id = m.conversation_id and e.status <> 'draft' and e.direction <> 'note'
        and (e.created_at, e.id) < (m.created_at, m.id)) as is_first
    from message m where m.id = ${message} and m.conversation_id = ${id} and m.status <> 'draft'`
  if (assertFound(first, 'message_not_found').isFirst) throw new Problem(409, 'message_first')
  const source = await getConversation(tx, id, viewer)
  // The viewer may not read customers, and sees the language of the order too.
  const [row] = await tx<{ customerId: string | null; language: string | null }[]>`
    select customer_id, language from conversation where id = ${id}`
  const newId = await insertRow(tx, 'conversation', {
    channel: source.channel,
    subject: source.subject,
    name: source.name,
    email: source.email,
    customerId: row?.customerId ?? null,
    language: row?.language ?? null,
    assigneeId: source.assignee?._id ?? null,
    labels: source.labels,
  })
  await tx`
    update message m set conversation_id = ${newId}
    from message s
    where s.id = ${message} and m.conversation_id = ${id} and m.status <> 'draft'
      and (m.created_at, m.id) >= (s.created_at, s.id)`
  await forgetUndo(tx, id)
  await forgetUndo(tx, newId)
  await copyFollowers(tx, id, newId)
  await copySeenAnswers(tx, id, newId)
  if (source.labels.includes('private')) await keepVisible(tx, [newId], viewer)
  await deriveFields(tx, id)
  await deriveFields(tx, newId)
  return getConversation(tx, newId, viewer)
}

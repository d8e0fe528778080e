import type { Conversation } from '#contract/desk/conversation.ts'
import { assertFound, Problem } from '../lib/call/problem.ts'
import { insertRow, type Tx } from '../lib/db/db.ts'
import { getConversation, lockConversations } from './conversation-store.ts'
import { deriveFields } from './derive-conversation.ts'
import type { Viewer } from './rule/visible-conversation.ts'

/**
 * Moves the messages of a conversation into another one, which answers to it reach from now on.
 * @throws Problem 409 conversations_differ for other people, or for the conversation itself
 */
export async function mergeConversation(
  tx: Tx,
  id: string,
  { into, viewer }: { into: string; viewer: Viewer },
): Promise<Conversation> {
  await lockConversations(tx, [id, into], viewer)
  const [pair] = await tx<{ isSamePerson: boolean }[]>`
    select a.email = b.email and a.channel <> 'team' and b.channel <> 'team' as is_same_person
    from conversation a, conversation b
    where a.id = ${id} and b.id = ${into} and a.id <> b.id
      and a.merged_into_id is null and b.merged_into_id is null`
  if (!pair?.isSamePerson) throw new Problem(409, 'conversations_differ')
  await tx`
    delete from message d
    where d.conversation_id = ${id} and d.status = 'draft' and exists (
      select from message o
      where o.conversation_id = ${into} and o.status = 'draft' and o.author_id = d.author_id)`
  await tx`update message set conversation_id = ${into} where conversation_id = ${id}`
  await tx`update message_reference set conversation_id = ${into} where conversation_id = ${id}`
  await tx`update conversation set merged_into_id = ${into} where merged_into_id = ${id}`
  await tx`
    update conversation set merged_into_id = ${into}, version = version + 1, updated_at = now() where id = ${id}`
  await tx`
    update conversation c set
      customer_id = coalesce(c.customer_id, m.customer_id), order_id = coalesce(c.order_id, m.order_id),
      product_id = coalesce(c.product_id, m.product_id)
    from conversation m where c.id = ${into} and m.id = ${id}`
  await deriveFields(tx, into)
  return getConversation(tx, into, viewer)
}

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
  const newId = await insertRow(tx, 'conversation', {
    channel: source.channel,
    subject: source.subject,
    name: source.name,
    email: source.email,
    customerId: source.customer?._id ?? null,
    assigneeId: source.assignee?._id ?? null,
    labels: source.labels,
  })
  await tx`
    update message m set conversation_id = ${newId}
    from message s
    where s.id = ${message} and m.conversation_id = ${id} and m.status <> 'draft'
      and (m.created_at, m.id) >= (s.created_at, s.id)`
  await deriveFields(tx, id)
  await deriveFields(tx, newId)
  return getConversation(tx, newId, viewer)
}

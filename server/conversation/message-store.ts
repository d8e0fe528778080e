import type { Conversation, ConversationInput, ReplyInput } from '#contract/desk/conversation.ts'
import { unsendSeconds } from '#contract/desk/conversation-state.ts'
import { hasPermission } from '#contract/lib/call/permission.ts'
import { assertFound, Problem } from '../lib/call/problem.ts'
import { insertRow, type Tx } from '../lib/db/db.ts'
import { enqueueJobs } from '../lib/job/jobs.ts'
import { chatMailDelaySeconds } from './chat-mail.ts'
import { getConversation, lockConversation } from './conversation-store.ts'
import { deriveFields } from './derive-conversation.ts'
import { addMessage } from './rule/add-message.ts'
import { ensureDraft, getDraftTime, sendDraftFiles } from './rule/draft-files.ts'
import { mentionStaff } from './rule/notify-staff.ts'
import type { Author, Viewer } from './rule/visible-conversation.ts'

/** The earlier values of the conversation that a reply changed. */
type Undo = {
  status: Conversation['status']
  place: Conversation['place']
  spamReason?: string | null
  snoozedUntil: string | null
  assigneeId: string | null
}

/** Starts a conversation with an email of the store. */
export async function createConversation(
  tx: Tx,
  { email, name = '', subject, text, order }: ConversationInput,
  author: Author,
): Promise<Conversation> {
  const canSeeName = hasPermission(author.viewer.abilities, 'customer:read')
  const [customer] = await tx<{ id: string; name: string }[]>`
    select id, name from customer where folded_email = ${email.toLowerCase()}`
  const id = await insertRow(tx, 'conversation', {
    channel: 'email',
    subject,
    email: email.toLowerCase(),
    name: name || (canSeeName && customer?.name) || '',
    customerId: customer?.id ?? null,
    orderId: order ?? null,
    status: 'answered',
    assigneeId: author.viewer.personId,
  })
  await queueMessage(tx, id, { text, ...author })
  return getConversation(tx, id, author.viewer)
}

/**
 * Replies to a conversation with the draft of the author and its files.
 * @throws Problem 409 conversation_moved_on or conversation_answered if a message came that the author has not seen
 */
export async function replyToConversation(
  tx: Tx,
  id: string,
  reply: ReplyInput & Author,
): Promise<Conversation> {
  const { viewer } = reply
  const messageId = await addReply(tx, id, reply)
  await sendDraftFiles(tx, id, { messageId, viewer })
  await saveMessageDraft(tx, id, { text: '', viewer })
  return getConversation(tx, id, viewer)
}

/** Adds a reply and returns its id. Emails wait some seconds, in which they can be unsent. */
export async function addReply(
  tx: Tx,
  id: string,
  { text, status = 'answered', after, ...author }: ReplyInput & Author,
): Promise<string> {
  await lockConversation(tx, id, author.viewer)
  if (after) await assertNothingNewer(tx, id, { after, text, viewer: author.viewer })
  const [earlier] = await tx<{ undo: Undo }[]>`
    select jsonb_build_object(
      'status', status, 'place', place, 'spamReason', spam_reason, 'snoozedUntil', snoozed_until,
      'assigneeId', assignee_id) as undo
    from conversation where id = ${id}`
  const messageId = await queueMessage(tx, id, { text, undo: earlier?.undo, ...author })
  await tx`
    update conversation set status = ${status}, snoozed_until = null, place = 'inbox', spam_reason = null,
      assignee_id = coalesce(assignee_id, (
        select person_id from membership
        where person_id = ${author.viewer.personId} and store_id = current_store()))
    where id = ${id}`
  return messageId
}

/** The author’s own messages don’t count as new, except the same text, which a lost request can have sent. */
async function assertNothingNewer(
  tx: Tx,
  id: string,
  { after, text, viewer: { personId } }: { after: string; text: string; viewer: Viewer },
): Promise<void> {
  const [newer] = await tx<{ isReply: boolean; name: string }[]>`
    select m.direction = 'out' as is_reply,
      case when m.direction = 'out' then coalesce(nullif(p.full_name, ''), p.username, s.name)
        else coalesce(nullif(m.from_name, ''), nullif(c.name, ''), nullif(m.from_email, ''), c.email) end as name
    from message m
    join conversation c on c.id = m.conversation_id
    join store s on s.id = m.store_id
    left join person p on p.id = m.author_id
    where m.conversation_id = ${id} and m.direction <> 'note' and m.status <> 'draft'
      and m.origin = 'person' and (m.author_id is distinct from ${personId} or m.text = ${text})
      -- Another staff member can have unsent the message that the author has seen.
      and not exists (
        select from message s
        where s.id = ${after} and s.conversation_id = ${id} and (s.created_at, s.id) >= (m.created_at, m.id))
    order by m.created_at desc, m.id desc limit 1`
  if (!newer) return
  const code = newer.isReply ? 'conversation_answered' : 'conversation_moved_on'
  throw new Problem(409, code, { name: newer.name })
}

async function queueMessage(
  tx: Tx,
  conversationId: string,
  { text, undo, viewer, storeId }: { text: string; undo?: Undo | undefined } & Author,
): Promise<string> {
  const [row] = await tx<{ isMail: boolean; sendAt: string }[]>`
    select channel <> 'chat' as is_mail, now() + make_interval(secs => case
      when channel = 'chat' then ${chatMailDelaySeconds}::integer else ${unsendSeconds}::integer end) as send_at
    from conversation where id = ${conversationId}`
  const { isMail, sendAt } = assertFound(row, 'conversation_not_found')
  const id = await addMessage(tx, {
    conversationId,
    direction: 'out',
    status: isMail ? 'queued' : 'sent',
    authorId: viewer.personId,
    text,
    ...(isMail && { sendAt }),
  })
  if (undo) await tx`update message set undo = ${tx.json(undo)} where id = ${id}`
  const task = isMail ? 'conversation.mail' : 'chat.mail'
  await enqueueJobs(tx, [{ task, payload: { storeId, id }, key: null, runAt: sendAt }])
  return id
}

/**
 * Unsends a message of the viewer before it is emailed. Its text becomes their draft, and the conversation gets
 * back what the reply changed.
 * @throws Problem 409 message_sent
 */
export async function unsendMessage(tx: Tx, id: string, viewer: Viewer): Promise<Conversation> {
  const conversationId = await lockConversationOf(tx, id, viewer)
  const [unsent] = await tx<{ text: string; undo: Undo | null }[]>`
    select text, undo from message
    where id = ${id} and status = 'queued' and send_at > clock_timestamp() and author_id = ${viewer.personId}
    for update`
  if (!unsent) throw new Problem(409, 'message_sent')
  const { draft } = await getConversation(tx, conversationId, viewer)
  const text = [unsent.text, draft].filter(Boolean).join('\n\n')
  await saveMessageDraft(tx, conversationId, { text, viewer })
  const draftId = await ensureDraft(tx, conversationId, viewer)
  await tx`update message_file set message_id = ${draftId} where message_id = ${id}`
  await tx`delete from message where id = ${id}`
  await deriveFields(tx, conversationId)
  const { undo } = unsent
  if (undo)
    await tx`
      update conversation set status = ${undo.status}, place = ${undo.place},
        spam_reason = ${undo.spamReason ?? null}, snoozed_until = ${undo.snoozedUntil}, assignee_id = ${undo.assigneeId}
      where id = ${conversationId}`
  // Its conversation was merged or split meanwhile.
  else
    await tx`
      update conversation set status = 'open', snoozed_until = null
      where id = ${conversationId} and waiting_since is not null`
  return getConversation(tx, conversationId, viewer)
}

/**
 * Sends a message again that was not delivered.
 * @throws Problem 409 message_sent
 */
export async function resendMessage(
  tx: Tx,
  id: string,
  { viewer, storeId }: Author,
): Promise<Conversation> {
  const conversationId = await lockConversationOf(tx, id, viewer)
  const [message] = await tx`
    update message set status = 'queued', error = null, send_at = now(), undo = null
    where id = ${id} and status = 'failed' returning id`
  if (!message) throw new Problem(409, 'message_sent')
  await enqueueJobs(tx, [{ task: 'conversation.mail', payload: { storeId, id }, key: null }])
  await deriveFields(tx, conversationId)
  return getConversation(tx, conversationId, viewer)
}

/** Locks the conversation of a message and returns its id. */
async function lockConversationOf(tx: Tx, messageId: string, viewer: Viewer): Promise<string> {
  const [message] = await tx<{ conversationId: string }[]>`
    select conversation_id from message where id = ${messageId}`
  const { conversationId } = assertFound(message, 'message_not_found')
  await lockConversation(tx, conversationId, viewer)
  return conversationId
}

export async function addNote(
  tx: Tx,
  id: string,
  {
    text,
    mentions = [],
    viewer,
  }: { text: string; mentions?: string[] | undefined; viewer: Viewer },
): Promise<Conversation> {
  await lockConversation(tx, id, viewer)
  await addMessage(tx, {
    conversationId: id,
    direction: 'note',
    status: 'sent',
    authorId: viewer.personId,
    text,
  })
  await mentionStaff(tx, id, { personIds: mentions, authorId: viewer.personId })
  return getConversation(tx, id, viewer)
}

/** Saves the unsent reply of a user. They have one per conversation. */
export async function saveMessageDraft(
  tx: Tx,
  id: string,
  { text, viewer }: { text: string; viewer: Viewer },
): Promise<void> {
  await lockConversation(tx, id, viewer)
  const own = tx`conversation_id = ${id} and status = 'draft' and author_id = ${viewer.personId}`
  if (text.trim() === '') {
    await tx`update message set text = '' where ${own}`
    await tx`
      delete from message
      where ${own} and not exists (select from message_file f where f.message_id = message.id)`
    return
  }
  const [updated] = await tx`
    update message set text = ${text}, created_at = ${getDraftTime(tx)} where ${own} returning id`
  if (!updated)
    await insertRow(tx, 'message', {
      conversationId: id,
      direction: 'out',
      status: 'draft',
      authorId: viewer.personId,
      text,
    })
}

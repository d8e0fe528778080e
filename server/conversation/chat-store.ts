import type { Chat, ChatMessageInput, TeamChatInput } from '#contract/desk/chat.ts'
import { hasPermission } from '#contract/lib/call/permission.ts'
import { assertFound, Problem } from '../lib/call/problem.ts'
import { insertRow, type Tx } from '../lib/db/db.ts'
import { selectChat } from './chat-list.ts'
import { selectConversationMessages } from './conversation-store.ts'
import { addReply } from './message-store.ts'
import { addMessage } from './rule/add-message.ts'
import { mentionTeam } from './rule/notify-staff.ts'
import type { Author, Viewer } from './rule/visible-conversation.ts'

/** @throws Problem 404 conversation_not_found, also for an email */
export async function getChat(tx: Tx, id: string, viewer: Viewer): Promise<Chat> {
  const [[row], messages] = await Promise.all([
    selectChat(tx, id, viewer),
    selectConversationMessages(tx, id),
  ])
  return { ...assertFound(row, 'conversation_not_found'), messages: messages.toReversed() }
}

/** Sends a message to the shopper, or to the team. */
export async function sendChatMessage(
  tx: Tx,
  id: string,
  { text, mentions = [], ...author }: ChatMessageInput & Author,
): Promise<Chat> {
  const { viewer } = author
  const [row] = await selectChat(tx, id, viewer)
  const chat = assertFound(row, 'conversation_not_found')
  if (chat.kind === 'customer') await addReply(tx, id, { text, ...author })
  else {
    await addMessage(tx, {
      conversationId: id,
      direction: 'out',
      status: 'sent',
      authorId: viewer.personId,
      text,
    })
    await mentionTeam(tx, chat, { personIds: mentions, authorId: viewer.personId })
  }
  return getChat(tx, id, viewer)
}

/**
 * Returns the chat of the team, or its chat about a record. The first call creates it.
 * @throws Problem 403 for a record that the viewer can't read, or 404 for one that does not exist
 */
export async function openTeamChat(
  tx: Tx,
  { about }: TeamChatInput,
  viewer: Viewer,
): Promise<Chat> {
  if (about) await assertReadable(tx, about, viewer)
  // Two calls at once create one chat.
  await tx`select pg_advisory_xact_lock(hashtextextended('team_chat ' || current_store(), 0))`
  const [existing] = await tx<{ id: string }[]>`
    select c.id from conversation c
    where c.place = 'team' and c.merged_into_id is null and ${
      about ? tx`${tx.unsafe(`c.${about.subject}_id`)} = ${about._id}` : tx`c.subject = 'team'`
    } limit 1`
  const id = existing?.id ?? (await createTeamChat(tx, about))
  return getChat(tx, id, viewer)
}

const createTeamChat = (tx: Tx, about: TeamChatInput['about']) =>
  insertRow(tx, 'conversation', {
    channel: 'team',
    place: 'team',
    // Says what the record was, also after it was deleted.
    subject: about?.subject ?? 'team',
    ...(about && { [`${about.subject}Id`]: about._id }),
  })

async function assertReadable(
  tx: Tx,
  { subject, _id }: NonNullable<TeamChatInput['about']>,
  { abilities }: Viewer,
): Promise<void> {
  if (!hasPermission(abilities, `${subject}:read`)) throw new Problem(403, 'forbidden')
  const [record] = await tx`select from ${tx(subject)} where id = ${_id}`
  assertFound(record)
}

import { type ConversationSummary, DeskSubject } from '#contract/desk/desk.ts'
import { type Ability, hasPermission } from '#contract/lib/call/permission.ts'
import type { Principal } from '../../lib/call/authenticate.ts'
import type { Tx } from '../../lib/db/db.ts'

/** The user whose access is checked. Staff see private conversations that they are assigned to or follow. */
export type Viewer = { personId: string; abilities: readonly Ability[] }

/** The user who writes a message. */
export type Author = { viewer: Viewer; storeId: string }

export const toViewer = ({ personId, abilities }: Principal): Viewer => ({ personId, abilities })
export const toAuthor = (principal: Principal): Author => ({
  viewer: toViewer(principal),
  storeId: principal.storeId,
})

/** Owners and administrators see every conversation. */
const seesPrivate = ({ abilities }: Viewer) => hasPermission(abilities, 'staff:write')

/** Chats of the team are not conversations with a person, and have calls of their own. */
export const isVisible = (tx: Tx, viewer: Viewer) =>
  seesPrivate(viewer)
    ? tx`(c.place <> 'team')`
    : tx`(
        c.place <> 'team' and (not 'private' = any (c.labels)
        or c.assignee_id = ${viewer.personId}
        or exists (
          select from conversation_reader f
          where f.conversation_id = c.id and f.person_id = ${viewer.personId} and f.is_following)))`

/**
 * The chats of the team that the viewer sees: those about records that they may read, and the one of the whole team.
 * The subject of a chat tells what its record was, if that was deleted.
 */
export const isVisibleToTeam = (tx: Tx, { abilities }: Viewer) => {
  const subjects = DeskSubject.options.filter(subject =>
    hasPermission(abilities, `${subject}:read`),
  )
  return tx`(c.place = 'team' and c.subject = any (${['team', ...subjects]}::text[]))`
}

/** Returns the newest open conversations about a record. */
export const listConversationsAbout = (
  tx: Tx,
  { subject, id, limit }: { subject: DeskSubject; id: string; limit: number },
  viewer: Viewer,
) => tx<ConversationSummary[]>`
  select c.id as "_id", c.subject, c.name, c.email, c.status, c.last_text, c.last_message_at, c.waiting_since
  from conversation c
  where ${tx.unsafe(`c.${subject}_id`)} = ${id} and c.place = 'inbox' and c.status <> 'closed'
    and c.merged_into_id is null and ${isVisible(tx, viewer)}
  order by c.last_message_at desc, c.id desc limit ${limit}`

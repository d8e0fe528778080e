import type { ConversationEdit } from '#contract/desk/conversation.ts'
import type { Tx } from '../lib/db/db.ts'
import { recordSecurityEvent } from '../lib/security/security-event.ts'
import { addFollowers, assertConversationStaff } from './rule/notify-staff.ts'
import type { Viewer } from './rule/visible-conversation.ts'

type FollowerEdit = Pick<ConversationEdit, 'isFollowing' | 'addFollowers' | 'removeFollowers'>

/** Changes who follows a conversation. The audit has it, because followers see a private conversation. */
export async function changeFollowers(
  tx: Tx,
  id: string,
  { isFollowing, addFollowers: added = [], removeFollowers: removed = [] }: FollowerEdit,
  { personId }: Viewer,
): Promise<void> {
  if (isFollowing === undefined && added.length + removed.length === 0) return
  await assertConversationStaff(tx, added, 'addFollowers')
  const before = await listFollowers(tx, id)
  await addFollowers(tx, id, isFollowing ? [...added, personId] : added)
  const ended = isFollowing === false ? [...removed, personId] : removed
  await tx`
    update conversation_reader set is_following = false
    where conversation_id = ${id} and person_id = any (${ended}::uuid[])`
  const after = await listFollowers(tx, id)
  if (before.ids.join() === after.ids.join()) return
  const [store] = await tx<{ id: string }[]>`select current_store() as id`
  await recordSecurityEvent(tx, {
    action: 'permission_changed',
    entity: 'conversation',
    entityId: id,
    ...(store && { storeId: store.id }),
    actor: personId,
    before: { followers: before.names },
    details: { followers: after.names },
  })
}

async function listFollowers(tx: Tx, id: string) {
  const rows = await tx<{ id: string; name: string }[]>`
    select p.id, coalesce(nullif(p.full_name, ''), p.username, '') as name
    from conversation_reader r join person p on p.id = r.person_id
    where r.conversation_id = ${id} and r.is_following order by lower(p.full_name), p.id`
  return { ids: rows.map(row => row.id), names: rows.map(({ name }) => name) }
}

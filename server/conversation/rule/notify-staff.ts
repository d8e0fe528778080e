import type { Chat } from '#contract/desk/chat.ts'
import type { DeskSubject } from '#contract/desk/desk.ts'
import { type Ability, getBuiltInAbilities, hasPermission } from '#contract/lib/call/permission.ts'
import type { SqlFragment } from '../../lib/call/list.ts'
import { createFieldProblem } from '../../lib/call/problem.ts'
import type { Tx } from '../../lib/db/db.ts'

type StaffRow = {
  _id: string
  name: string
  email: string
  role: string
  abilities: Ability[] | null
}

/**
 * Returns the staff who can read conversations, and a further kind of record, by name. Those with the same name have
 * their email beside it.
 */
export async function listConversationStaff(
  tx: Tx,
  subject?: DeskSubject,
): Promise<{ _id: string; name: string }[]> {
  const rows = await tx<StaffRow[]>`
    select m.person_id as "_id", coalesce(nullif(p.full_name, ''), p.username, '') as name, p.email, m.role,
      coalesce(m.abilities, r.ability) as abilities
    from membership m
    join person p on p.id = m.person_id
    left join role r on r.store_id = m.store_id and r.role = m.role
    where m.store_id = current_store() and m.status = 'active'
    order by lower(p.full_name), m.person_id limit 500`
  const staff = rows.filter(({ role, abilities }) => {
    const own = abilities ?? getBuiltInAbilities(role)
    return (
      hasPermission(own, 'conversation:read') && (!subject || hasPermission(own, `${subject}:read`))
    )
  })
  const counts = Map.groupBy(staff, ({ name }) => name)
  return staff.map(({ _id, name, email }) => ({
    _id,
    name: (counts.get(name)?.length ?? 0) > 1 ? `${name} (${email})` : name,
  }))
}

/** @throws Problem 422 assignee_not_found for a person who cannot read the conversations of the store */
export async function assertConversationStaff(
  tx: Tx,
  personIds: readonly string[],
  field: string,
): Promise<void> {
  if (personIds.length === 0) return
  const known = new Set((await listConversationStaff(tx)).map(({ _id }) => _id))
  if (personIds.some(id => !known.has(id))) throw createFieldProblem(field, 'assignee_not_found')
}

const titleOf = (tx: Tx) => tx`coalesce(nullif(c.subject, ''), nullif(c.name, ''), c.email)`

/**
 * Notifies the mentioned people, but not the author. From then on they follow the conversation and see it, also if
 * it is private: who sees a private conversation can also assign it to them.
 */
export async function mentionStaff(
  tx: Tx,
  conversationId: string,
  { personIds, authorId }: { personIds: readonly string[]; authorId: string },
): Promise<void> {
  await assertConversationStaff(tx, personIds, 'mentions')
  const others = [...new Set(personIds)].filter(id => id !== authorId)
  if (others.length === 0) return
  await addFollowers(tx, conversationId, others)
  await notifyMentioned(tx, conversationId, others, { authorId, data: tx`'title', ${titleOf(tx)}` })
}

export const addFollowers = (tx: Tx, conversationId: string, personIds: readonly string[]) => tx`
  insert into conversation_reader (conversation_id, person_id, is_following)
  select distinct ${conversationId}::uuid, id, true from unnest(${[...personIds]}::uuid[]) id
  on conflict (store_id, conversation_id, person_id) do update set is_following = true`

/** Notifies the mentioned people who see a chat of the team, but not the author. */
export async function mentionTeam(
  tx: Tx,
  { _id, name, about }: Pick<Chat, '_id' | 'name' | 'about'>,
  { personIds, authorId }: { personIds: readonly string[]; authorId: string },
): Promise<void> {
  if (personIds.length === 0) return
  const staff = await listConversationStaff(tx, about?.subject)
  const others = staff
    .map(person => person._id)
    .filter(id => id !== authorId && personIds.includes(id))
  const data = tx`'title', ${name}::text, 'source', 'team'`
  await notifyMentioned(tx, _id, others, { authorId, data })
}

const notifyMentioned = (
  tx: Tx,
  conversationId: string,
  personIds: readonly string[],
  { authorId, data }: { authorId: string; data: SqlFragment },
) => tx`
  select add_notification('conversation_mentioned', 'conversation', c.id, jsonb_build_object(
      ${data},
      'person', (select coalesce(nullif(full_name, ''), username, '') from person where id = ${authorId})),
    mentioned.id)
  from conversation c, unnest(${[...personIds]}::uuid[]) as mentioned (id)
  where c.id = ${conversationId}`

/** Notifies the assignee of these conversations once, but not the person who assigned them. */
export const notifyConversationAssignee = (tx: Tx, ids: readonly string[]) => tx`
  select add_notification('conversation_assigned', 'conversation', assigned.first_id,
    case when assigned.count = 1 then jsonb_build_object('count', 1, 'title', assigned.first_title)
      else jsonb_build_object('count', assigned.count) end,
    assigned.assignee_id)
  from (
    select c.assignee_id, count(*)::integer as count, (array_agg(c.id order by c.id))[1] as first_id,
      (array_agg(${titleOf(tx)} order by c.id))[1] as first_title
    from conversation c
    where c.id = any (${[...ids]}::uuid[]) and c.assignee_id is distinct from current_person()
      and c.assignee_id is not null
    group by c.assignee_id) assigned`

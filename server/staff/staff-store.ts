import type { z } from 'zod'
import type { Page } from '#contract/lib/api.ts'
import { type Ability, abilitiesOf } from '#contract/lib/permission.ts'
import {
  maxInvitations,
  type Staff,
  type StaffEdit,
  type StaffInvite,
  type staffApi,
} from '#contract/staff.ts'
import { containing, listPage } from '../lib/call/list.ts'
import { checkVersion, found, Problem, refuseField } from '../lib/call/problem.ts'
import type { Who } from '../lib/call/session.ts'
import { insert, type Tx, update } from '../lib/db/db.ts'
import { recordEvent } from '../lib/security/security-event.ts'
import { abilitiesInStore, lockStaff, ownersOnly, type Turn, takeTurn } from '../rule/staff-rule.ts'

type ListQuery = z.infer<typeof staffApi.list.query>
type Row = Omit<Staff, 'ability' | 'avatar'> & { avatar: string; abilities: Ability[] | null }

/** People and invitations side by side. One's own places in other stores can be seen here too, so the store is named. */
const everybody = (tx: Tx) => tx`(
  select m.person_id as id, p.full_name, p.email, p.avatar, m.role, m.abilities, m.status, m.last_seen_at, null::timestamptz as expires_at, null::uuid as invited_by, m.version, m.created_at
  from membership m join person p on p.id = m.person_id where m.business_id = current_business()
  union all
  select id, '', email, '', role, null, 'pending', null, expires_at, invited_by, version, created_at from invitation where business_id = current_business()
) s left join role r on r.business_id = current_business() and r.role = s.role left join person i on i.id = s.invited_by`

const columns = (tx: Tx) => tx`
  s.id as "_id", s.full_name, s.email, s.avatar, s.role, coalesce(r.name, '') as role_name, coalesce(s.abilities, r.ability) as abilities, s.status, s.last_seen_at, s.expires_at,
  coalesce(i.full_name, '') as invited_by, s.version, s.created_at`

const asStaff = ({ abilities, avatar, ...row }: Row): Staff => ({
  ...row,
  avatar: avatar || null,
  ability: abilities ?? abilitiesOf(row.role),
})

export async function listStaff(
  tx: Tx,
  query: ListQuery,
  businessId: string,
): Promise<Page<Staff>> {
  const { items, meta } = await listPage<Row>(
    tx,
    {
      key: `staff ${JSON.stringify([query.q, query.status, query.role])}`,
      from: everybody(tx),
      alias: 's',
      columns: columns(tx),
      where: [
        ...(query.q
          ? [tx`(s.full_name ilike ${containing(query.q)} or s.email ilike ${containing(query.q)})`]
          : []),
        ...(query.status ? [tx`s.status = any (${query.status}::text[])`] : []),
        ...(query.role ? [tx`s.role = any (${query.role}::text[])`] : []),
      ],
      sorts: {
        name: { by: `lower(coalesce(nullif(s.full_name, ''), s.email))`, type: 'text' },
        createdAt: { by: 's.created_at', type: 'timestamptz' },
        lastSeenAt: { by: `coalesce(s.last_seen_at, '-infinity')`, type: 'timestamptz' },
      },
      defaultSort: 'name',
    },
    query,
    businessId,
  )
  return { items: items.map(asStaff), meta }
}

export async function getStaff(tx: Tx, id: string): Promise<Staff> {
  const [row] = await tx<Row[]>`select ${columns(tx)} from ${everybody(tx)} where s.id = ${id}`
  return asStaff(found(row, 'This person'))
}

/** What the role may do, if whoever asks may give all of it. Nobody is made an owner like this: ownership is offered. */
async function giveRole(tx: Tx, role: string, turn: Turn): Promise<void> {
  const rights = await abilitiesInStore(tx, role)
  if (!rights || role === 'owner')
    throw refuseField('role', 'unknown_role', 'This store has no such role')
  turn.covering(rights)
}

/** The answer says nothing about who has an account elsewhere; only colleagues are known here anyway. */
export async function invite(tx: Tx, { email, role }: StaffInvite, who: Who): Promise<Staff> {
  const turn = await takeTurn(tx, who)
  await giveRole(tx, role, turn)
  const [here] =
    await tx`select 1 from membership m join person p on p.id = m.person_id where m.business_id = current_business() and lower(p.email) = ${email}`
  if (here)
    throw refuseField('email', 'already_here', 'This person works in the store already.', 409)
  const [waiting] = await tx<
    { number: number }[]
  >`select count(*)::integer as number from invitation where business_id = current_business()`
  if ((waiting?.number ?? 0) >= maxInvitations)
    throw new Problem(
      409,
      'too_many',
      `At most ${maxInvitations} invitations can wait for an answer`,
    )
  const id = await insert(tx, 'invitation', { email, role, invitedBy: who.personId })
  await recordEvent(tx, {
    action: 'invited',
    entity: 'invitation',
    entityId: id,
    businessId: who.businessId,
    actor: who.personId,
    details: { email, role },
  })
  return getStaff(tx, id)
}

const betweenMailsSeconds = 60

/** The link of the mail before works no more; the next one is made when its mail is written. */
export async function renewInvitation(tx: Tx, id: string, who: Who): Promise<Staff> {
  const turn = await takeTurn(tx, who)
  const [present] = await tx<{ role: string; waitSeconds: number }[]>`
    select role, ceil(${betweenMailsSeconds} - extract(epoch from now() - sent_at))::integer as wait_seconds from invitation where id = ${id}`
  const { role, waitSeconds } = found(present, 'This invitation')
  await giveRole(tx, role, turn)
  if (waitSeconds > 0)
    throw new Problem(
      429,
      'too_soon',
      'This was sent just now. Wait a minute before you send it again.',
      { retryAfterSeconds: waitSeconds },
    )
  await tx`update invitation set token_hash = null, sent_at = now(), expires_at = now() + interval '7 days', version = version + 1 where id = ${id}`
  return getStaff(tx, id)
}

export async function revokeInvitation(tx: Tx, id: string, who: Who): Promise<void> {
  const turn = await takeTurn(tx, who)
  const [present] = await tx<{ role: string }[]>`select role from invitation where id = ${id}`
  turn.covering((await abilitiesInStore(tx, found(present, 'This invitation').role)) ?? [])
  await tx`delete from invitation where id = ${id}`
}

/** Refuses what reaches above oneself: colleagues who may do more, owners unless one is an owner, and one's own place. */
function refuseOutOfReach({ _id, role, ability }: Staff, who: Who, turn: Turn): void {
  if (_id === who.personId)
    throw new Problem(
      409,
      'own_place',
      'You cannot change your own place in the store. Ask a colleague.',
    )
  if (role === 'owner' && !turn.isOwner) throw ownersOnly()
  turn.covering(ability)
}

/** Rights of their own go with the role that they stood beside. */
export async function changeStaff(
  tx: Tx,
  id: string,
  { version, role, status }: StaffEdit,
  who: Who,
): Promise<Staff> {
  const turn = await takeTurn(tx, who)
  const present = await getStaff(tx, id)
  refuseOutOfReach(present, who, turn)
  checkVersion(present, version)
  if (role !== undefined && role !== present.role) await giveRole(tx, role, turn)
  if (present.status === 'pending') {
    if (status)
      throw refuseField(
        'status',
        'pending',
        'This person has not answered the invitation yet.',
        409,
      )
    if (role) await update(tx, 'invitation', id, { role, version: present.version + 1 })
  } else {
    await tx`
      update membership set version = version + 1, updated_at = now(), status = coalesce(${status ?? null}, status),
        abilities = case when ${role ?? null}::text <> role then null else abilities end, role = coalesce(${role ?? null}, role)
      where business_id = current_business() and person_id = ${id}`
  }
  if (status === 'inactive')
    await tx`delete from ownership_offer where business_id = current_business() and to_person = ${id}`
  const changed = await getStaff(tx, id)
  if (changed.role !== present.role || changed.status !== present.status)
    await recordRights(tx, changed, who, present)
  return changed
}

/** The name stays with the entry: of somebody who is out, the store can no longer ask it. */
function recordRights(
  tx: Tx,
  { _id, fullName, email, role, status }: Staff,
  who: Who,
  was?: Staff,
) {
  const name = fullName || email
  return recordEvent(tx, {
    action: 'permission_changed',
    entity: status === 'pending' ? 'invitation' : 'person',
    entityId: _id,
    businessId: who.businessId,
    actor: who.personId,
    ...(was
      ? { before: { name, role: was.role, status: was.status }, details: { name, role, status } }
      : { details: { name } }),
  })
}

export async function removeStaff(tx: Tx, id: string, who: Who): Promise<void> {
  const turn = await takeTurn(tx, who)
  const present = await getStaff(tx, id)
  if (present.status === 'pending')
    throw new Problem(404, 'not_found', 'This person does not exist')
  refuseOutOfReach(present, who, turn)
  await tx`delete from membership where business_id = current_business() and person_id = ${id}`
  await tx`delete from ownership_offer where business_id = current_business() and to_person = ${id}`
  await recordRights(tx, present, who)
}

export async function leaveStore(tx: Tx, who: Who): Promise<void> {
  await lockStaff(tx)
  const self = await getStaff(tx, who.personId)
  await tx`delete from membership where business_id = current_business() and person_id = ${who.personId}`
  await recordRights(tx, self, who)
}

/** Invitations that nobody took, of all stores; whether there may be more. */
export async function forgetSome(tx: Tx): Promise<boolean> {
  const [row] = await tx<{ gone: number }[]>`select forget_old_invitations(2000) as gone`
  return row?.gone === 2000
}

import type { Invitation } from '#contract/account/account-invitation.ts'
import { Problem } from '../../lib/call/problem.ts'
import type { Tx } from '../../lib/db/db.ts'
import { hashToken } from '../../lib/security/hash-token.ts'
import { recordSecurityEvent } from '../../lib/security/security-event.ts'
import { canInvite, lockStaff } from '../../staff/rule/staff-change.ts'

type InvitationRow = Invitation & { _id: string; storeId: string; inviterId: string | null }

const createInvitationExpiredProblem = () => new Problem(400, 'invitation_invalid')

/**
 * Returns the invitation that a link belongs to, and binds the transaction to the inviting store.
 * An invitation is valid only while its inviter could send it.
 * @throws Problem 400 invitation_invalid
 */
export async function findInvitation(tx: Tx, token: string): Promise<InvitationRow> {
  const [invitationRef] = await tx<
    { storeId: string; id: string }[]
  >`select store_id, id from find_invitation(${hashToken(token)})`
  if (!invitationRef) throw createInvitationExpiredProblem()
  await tx`select set_config('app.store_id', ${invitationRef.storeId}, true)`
  const [row] = await tx<InvitationRow[]>`
    select i.id as "_id", i.store_id, i.email, i.role, coalesce(r.name, '') as role_name,
      s.name as store_name, i.invited_by as inviter_id, coalesce(p.full_name, '') as invited_by,
      exists (select 1 from person where lower(email) = i.email and disabled_at is null) as has_account
    from invitation i
      join store s on s.id = i.store_id
      left join role r on r.store_id = i.store_id and r.role = i.role
      left join person p on p.id = i.invited_by
    where i.id = ${invitationRef.id}`
  if (!row?.inviterId || !(await canInvite(tx, row.inviterId, row.role)))
    throw createInvitationExpiredProblem()
  return row
}

/**
 * Adds the person to the store with the role stored in the invitation. Of two concurrent calls only
 * one succeeds. A link works only for the person whose email it was sent to.
 * @throws Problem 400 invitation_invalid; 403 other_email; 409 already_joined
 */
export async function acceptInvitation(
  tx: Tx,
  token: string,
  personId: string,
): Promise<{ business: string }> {
  const { storeId } = await findInvitation(tx, token)
  await lockStaff(tx)
  const { _id, email, role } = await findInvitation(tx, token)
  const [person] = await tx<{ email: string; isMember: boolean }[]>`
    select email, exists (
      select 1 from membership where person_id = ${personId} and store_id = ${storeId}) as is_member
    from person where id = ${personId}`
  if (person?.email.toLowerCase() !== email) throw new Problem(403, 'other_email')
  if (person.isMember) throw new Problem(409, 'already_joined')
  await tx`insert into membership (person_id, store_id, role) values (${personId}, ${storeId}, ${role})`
  await tx`delete from invitation where id = ${_id}`
  await recordSecurityEvent(tx, {
    action: 'invitation_accepted',
    entity: 'invitation',
    entityId: _id,
    storeId,
    actor: personId,
    details: { email, role },
  })
  // The link was only in the email, so it proves that the email belongs to the person.
  await tx`
    update person set last_store_id = ${storeId},
      email_verified_at = coalesce(email_verified_at, now())
    where id = ${personId}`
  return { business: storeId }
}

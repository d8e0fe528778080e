import {
  maxInvitations,
  type Staff,
  type StaffEdit,
  type StaffInviteInput,
} from '#contract/staff/staff.ts'
import type { Principal } from '../lib/call/authenticate.ts'
import { assertFound, assertVersion, createFieldProblem, Problem } from '../lib/call/problem.ts'
import { insertRow, type Tx, updateRow } from '../lib/db/db.ts'
import { recordSecurityEvent } from '../lib/security/security-event.ts'
import {
  createOwnersOnlyProblem,
  getRoleAbilities,
  lockStaff,
  lockStaffAndAuthorize,
  type StaffChangeAuthorization,
} from './rule/staff-change.ts'
import { getStaff } from './staff-list.ts'

declare module '../lib/db/table-fields.ts' {
  interface TableColumns {
    invitation: StaffInviteInput & { invitedBy: string }
  }
}

/**
 * Checks that the role exists and that the caller has all its abilities. The role `owner` cannot be
 * assigned: ownership is offered and accepted.
 * @throws Problem 422 unknown_role; 403 beyond_own_permissions
 */
async function assertCanAssignRole(
  tx: Tx,
  role: string,
  staffLock: StaffChangeAuthorization,
): Promise<void> {
  const roleAbilities = await getRoleAbilities(tx, role)
  if (!roleAbilities || role === 'owner') throw createFieldProblem('role', 'unknown_role')
  staffLock.requireAbilities(roleAbilities)
}

/**
 * Creates an invitation. The result does not reveal whether the email has an account: only emails
 * of members of this store are rejected.
 * @throws Problem 403 beyond_own_permissions; 409 already_member, already_invited, invitation_limit
 */
export async function createInvitation(
  tx: Tx,
  { email, role }: StaffInviteInput,
  principal: Principal,
): Promise<Staff> {
  const staffLock = await lockStaffAndAuthorize(tx, principal)
  await assertCanAssignRole(tx, role, staffLock)
  const [existingMember] = await tx`
    select 1 from membership m join person p on p.id = m.person_id
    where m.store_id = current_store() and lower(p.email) = ${email}`
  if (existingMember) throw createFieldProblem('email', 'already_member', {}, 409)
  const [row] = await tx<{ count: number }[]>`
    select count(*)::integer as count from invitation where store_id = current_store()`
  if ((row?.count ?? 0) >= maxInvitations)
    throw new Problem(409, 'invitation_limit', { count: maxInvitations })
  const id = await insertRow(tx, 'invitation', { email, role, invitedBy: principal.personId })
  await recordSecurityEvent(tx, {
    action: 'invited',
    entity: 'invitation',
    entityId: id,
    storeId: principal.storeId,
    actor: principal.personId,
    details: { email, role },
  })
  return getStaff(tx, id)
}

const resendIntervalSeconds = 60

/**
 * Extends an invitation by 7 days and invalidates its link. The caller becomes the inviter. The email
 * job creates the new link.
 * @throws Problem 404 invitation_not_found; 429 too_soon
 */
export async function renewInvitation(tx: Tx, id: string, principal: Principal): Promise<Staff> {
  const staffLock = await lockStaffAndAuthorize(tx, principal)
  const [invitationRow] = await tx<{ role: string; waitSeconds: number }[]>`
    select role,
      ceil(${resendIntervalSeconds} - extract(epoch from now() - sent_at))::integer as wait_seconds
    from invitation where id = ${id}`
  const { role, waitSeconds } = assertFound(invitationRow, 'invitation_not_found')
  await assertCanAssignRole(tx, role, staffLock)
  if (waitSeconds > 0) throw new Problem(429, 'too_soon', {}, { retryAfterSeconds: waitSeconds })
  await tx`
    update invitation
    set token_hash = null, sent_at = now(), expires_at = now() + interval '7 days',
      invited_by = ${principal.personId}, version = version + 1
    where id = ${id}`
  return getStaff(tx, id)
}

export async function isInvitationExpired(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx`select 1 from invitation where id = ${id} and expires_at <= now()`
  return rows.length > 0
}

export async function revokeInvitation(tx: Tx, id: string, principal: Principal): Promise<void> {
  const staffLock = await lockStaffAndAuthorize(tx, principal)
  const [row] = await tx<{ role: string }[]>`select role from invitation where id = ${id}`
  const { role } = assertFound(row, 'invitation_not_found')
  staffLock.requireAbilities((await getRoleAbilities(tx, role)) ?? [])
  await tx`delete from invitation where id = ${id}`
}

/**
 * Checks that the caller can manage a member. No one manages their own membership or a person with
 * more abilities, and only owners manage owners.
 * @throws Problem 409 own_membership; 403 owners_only, beyond_own_permissions
 */
function assertCanManageStaff(
  { _id, role, ability }: Staff,
  principal: Principal,
  staffLock: StaffChangeAuthorization,
): void {
  if (_id === principal.personId) throw new Problem(409, 'own_membership')
  if (role === 'owner' && !staffLock.isOwner) throw createOwnersOnlyProblem()
  staffLock.requireAbilities(ability)
}

/** Updates a member or an invitation. A new role removes the individual abilities of the person. */
export async function updateStaff(
  tx: Tx,
  id: string,
  { version, role, status }: StaffEdit,
  principal: Principal,
): Promise<Staff> {
  const staffLock = await lockStaffAndAuthorize(tx, principal)
  const currentStaff = await getStaff(tx, id)
  assertCanManageStaff(currentStaff, principal, staffLock)
  assertVersion(currentStaff, version)
  if (role !== undefined && role !== currentStaff.role)
    await assertCanAssignRole(tx, role, staffLock)
  if (currentStaff.status === 'pending') {
    if (status) throw createFieldProblem('status', 'pending', {}, 409)
    if (role)
      await updateRow(tx, 'invitation', id, {
        role,
        invitedBy: principal.personId,
        version: currentStaff.version + 1,
      })
  } else {
    await tx`
      update membership
      set version = version + 1, updated_at = now(), status = coalesce(${status ?? null}, status),
        abilities = case when ${role ?? null}::text <> role then null else abilities end,
        role = coalesce(${role ?? null}, role)
      where store_id = current_store() and person_id = ${id}`
  }
  if (status === 'inactive') await deleteOffersTo(tx, id)
  const updatedStaff = await getStaff(tx, id)
  if (updatedStaff.role !== currentStaff.role || updatedStaff.status !== currentStaff.status)
    await recordStaffPermissions(tx, updatedStaff, principal, currentStaff)
  return updatedStaff
}

/**
 * Records a change of permissions. It includes the name, because the store cannot look up former
 * members.
 */
function recordStaffPermissions(
  tx: Tx,
  { _id, fullName, email, role, status }: Staff,
  principal: Principal,
  previousStaff?: Staff,
) {
  const name = fullName || email
  return recordSecurityEvent(tx, {
    action: 'permission_changed',
    entity: status === 'pending' ? 'invitation' : 'person',
    entityId: _id,
    storeId: principal.storeId,
    actor: principal.personId,
    ...(previousStaff
      ? {
          before: { name, role: previousStaff.role, status: previousStaff.status },
          details: { name, role, status },
        }
      : { details: { name } }),
  })
}

export async function deleteStaff(tx: Tx, id: string, principal: Principal): Promise<void> {
  const staffLock = await lockStaffAndAuthorize(tx, principal)
  const currentStaff = await getStaff(tx, id)
  if (currentStaff.status === 'pending') throw new Problem(404, 'person_not_found')
  assertCanManageStaff(currentStaff, principal, staffLock)
  await deleteMembership(tx, id)
  await deleteOffersTo(tx, id)
  await recordStaffPermissions(tx, currentStaff, principal)
}

export async function leaveStore(tx: Tx, principal: Principal): Promise<void> {
  await lockStaff(tx)
  const ownMembership = await getStaff(tx, principal.personId)
  await deleteMembership(tx, principal.personId)
  await recordStaffPermissions(tx, ownMembership, principal)
}

const deleteMembership = (tx: Tx, personId: string) =>
  tx`delete from membership where store_id = current_store() and person_id = ${personId}`

const deleteOffersTo = (tx: Tx, personId: string) =>
  tx`delete from ownership_offer where store_id = current_store() and recipient_id = ${personId}`

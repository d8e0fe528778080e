import {
  type Ability,
  coversAbilities,
  getBuiltInAbilities,
  hasPermission,
} from '#contract/lib/call/permission.ts'
import type { Principal } from '../../lib/call/authenticate.ts'
import { Problem } from '../../lib/call/problem.ts'
import type { Tx } from '../../lib/db/db.ts'

/** Serializes changes of a store's staff, roles and owner. */
export const lockStaff = (tx: Tx) =>
  tx`select pg_advisory_xact_lock(hashtextextended('staff ' || current_store(), 0))`

export const createOwnersOnlyProblem = () => new Problem(403, 'owners_only')
const createBeyondOwnPermissionsProblem = () => new Problem(403, 'beyond_own_permissions')
const createForbiddenProblem = () => new Problem(403, 'forbidden')

/**
 * Locks the store's staff and authorizes the caller with the abilities they have after the lock: if
 * two people remove each other's access at once, the second call fails. `requireAbilities` rejects
 * abilities that the caller does not have.
 * @throws Problem 403 forbidden or beyond_own_permissions
 */
export async function lockStaffAndAuthorize(tx: Tx, principal: Principal) {
  await lockStaff(tx)
  const { role, abilities } = await getMembership(tx, principal.personId)
  if (!hasPermission(abilities, 'staff:write')) throw createForbiddenProblem()
  return {
    isOwner: role === 'owner',
    requireAbilities(...abilityLists: readonly (readonly Ability[])[]) {
      for (const requiredAbilities of abilityLists)
        if (
          !coversAbilities(abilities, requiredAbilities) ||
          !coversAbilities(principal.abilities, requiredAbilities)
        )
          throw createBeyondOwnPermissionsProblem()
    },
  }
}
/** Returns the current role and abilities in this store, none for a person without access. */
export async function getMembership(
  tx: Tx,
  personId: string,
): Promise<{ role: string; abilities: Ability[] }> {
  const [membership] = await tx<{ role: string; abilities: Ability[] | null }[]>`
    select m.role, coalesce(m.abilities, r.ability) as abilities
    from membership m left join role r on r.store_id = m.store_id and r.role = m.role
    where m.store_id = current_store() and m.person_id = ${personId}
      and m.status = 'active'`
  if (!membership) return { role: '', abilities: [] }
  const { role, abilities } = membership
  return { role, abilities: abilities ?? getBuiltInAbilities(role) }
}

/** Returns whether the person can still invite people with this role, as when they did. */
export async function canInvite(tx: Tx, personId: string, role: string): Promise<boolean> {
  const roleAbilities = await getRoleAbilities(tx, role)
  const { abilities } = await getMembership(tx, personId)
  return (
    roleAbilities !== undefined &&
    hasPermission(abilities, 'staff:write') &&
    coversAbilities(abilities, roleAbilities)
  )
}
export type StaffChangeAuthorization = Awaited<ReturnType<typeof lockStaffAndAuthorize>>

/** Returns the abilities of a role in this store, or undefined for an unknown role. */
export async function getRoleAbilities(tx: Tx, role: string): Promise<Ability[] | undefined> {
  const [row] = await tx<
    { ability: Ability[] }[]
  >`select ability from role where store_id = current_store() and role = ${role}`
  if (row) return row.ability
  const defaultAbilities = getBuiltInAbilities(role)
  return defaultAbilities.length > 0 ? defaultAbilities : undefined
}

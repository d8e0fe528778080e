import {
  type Ability,
  coversAbilities,
  getBuiltInAbilities,
  hasPermission,
} from '#contract/lib/permission.ts'
import type { Principal } from '../lib/call/authenticate.ts'
import { Problem } from '../lib/call/problem.ts'
import type { Tx } from '../lib/db/db.ts'

/** Serializes changes of a store's staff, roles and owner. */
export const lockStaff = (tx: Tx) =>
  tx`select pg_advisory_xact_lock(hashtextextended('staff ' || current_business(), 0))`

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
  const [membership] = await tx<{ role: string; abilities: Ability[] | null }[]>`
    select m.role, coalesce(m.abilities, r.ability) as abilities
    from membership m left join role r on r.business_id = m.business_id and r.role = m.role
    where m.business_id = current_business() and m.person_id = ${principal.personId}
      and m.status = 'active'`
  const abilities = membership ? (membership.abilities ?? getBuiltInAbilities(membership.role)) : []
  if (!hasPermission(abilities, 'staff:write')) throw createForbiddenProblem()
  const isOwner = membership?.role === 'owner'
  return {
    isOwner,
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
export type StaffChangeAuthorization = Awaited<ReturnType<typeof lockStaffAndAuthorize>>

/** Returns the abilities of a role in this store, or undefined for an unknown role. */
export async function getRoleAbilities(tx: Tx, role: string): Promise<Ability[] | undefined> {
  const [row] = await tx<
    { ability: Ability[] }[]
  >`select ability from role where business_id = current_business() and role = ${role}`
  if (row) return row.ability
  const defaultAbilities = getBuiltInAbilities(role)
  return defaultAbilities.length > 0 ? defaultAbilities : undefined
}

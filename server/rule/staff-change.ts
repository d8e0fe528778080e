import {
  type Ability,
  coversAbilities,
  getBuiltInAbilities,
  hasPermission,
} from '#contract/lib/permission.ts'
import type { Principal } from '../lib/call/authenticate.ts'
import { Problem } from '../lib/call/problem.ts'
import type { Tx } from '../lib/db/db.ts'

/** One change of a store's staff, roles or ownership at a time: each is judged by what the one before has left. */
export const lockStaff = (tx: Tx) =>
  tx`select pg_advisory_xact_lock(hashtextextended('staff ' || current_business(), 0))`

export const createOwnersOnlyProblem = () => new Problem(403, 'owners_only')
const createBeyondOwnPermissionsProblem = () => new Problem(403, 'beyond_own_rights')
const createForbiddenProblem = () => new Problem(403, 'forbidden')

/**
 * Waits for its turn to change the store's staff, and says what the person asking may do by now: of two who take each other's
 * rights away at once, the second has none left. `covering` refuses rights that they do not have themselves.
 */
export async function lockStaffAndAuthorize(tx: Tx, principal: Principal) {
  await lockStaff(tx)
  const [membership] = await tx<{ role: string; abilities: Ability[] | null }[]>`
    select m.role, coalesce(m.abilities, r.ability) as abilities from membership m left join role r on r.business_id = m.business_id and r.role = m.role
    where m.business_id = current_business() and m.person_id = ${principal.personId} and m.status = 'active'`
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

/** What a role may do in this store; undefined for one that it does not have. */
export async function getRoleAbilities(tx: Tx, role: string): Promise<Ability[] | undefined> {
  const [row] = await tx<
    { ability: Ability[] }[]
  >`select ability from role where business_id = current_business() and role = ${role}`
  if (row) return row.ability
  const defaultAbilities = getBuiltInAbilities(role)
  return defaultAbilities.length > 0 ? defaultAbilities : undefined
}

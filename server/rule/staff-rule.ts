import { type Ability, abilitiesOf, covers, may } from '#contract/lib/permission.ts'
import { Problem } from '../lib/call/problem.ts'
import type { Who } from '../lib/call/session.ts'
import type { Tx } from '../lib/db/db.ts'

/** One change of a store's staff, roles or ownership at a time: each is judged by what the one before has left. */
export const lockStaff = (tx: Tx) =>
  tx`select pg_advisory_xact_lock(hashtextextended('staff ' || current_business(), 0))`

export const ownersOnly = () => new Problem(403, 'owners_only', 'Only an owner can do this')
const beyondOwn = () =>
  new Problem(
    403,
    'beyond_own_rights',
    'You cannot give or take rights that you do not have yourself',
  )
const forbidden = () => new Problem(403, 'forbidden', 'You are not allowed to do this here')

/**
 * Waits for its turn to change the store's staff, and says what the person asking may do by now: of two who take each other's
 * rights away at once, the second has none left. `covering` refuses rights that they do not have themselves.
 */
export async function takeTurn(tx: Tx, who: Who) {
  await lockStaff(tx)
  const [now] = await tx<{ role: string; abilities: Ability[] | null }[]>`
    select m.role, coalesce(m.abilities, r.ability) as abilities from membership m left join role r on r.business_id = m.business_id and r.role = m.role
    where m.business_id = current_business() and m.person_id = ${who.personId} and m.status = 'active'`
  const abilities = now ? (now.abilities ?? abilitiesOf(now.role)) : []
  if (!may(abilities, 'staff:write')) throw forbidden()
  const isOwner = now?.role === 'owner'
  return {
    isOwner,
    covering(...rights: readonly (readonly Ability[])[]) {
      for (const wanted of rights)
        if (!covers(abilities, wanted) || !covers(who.abilities, wanted)) throw beyondOwn()
    },
  }
}
export type Turn = Awaited<ReturnType<typeof takeTurn>>

/** What a role may do in this store; undefined for one that it does not have. */
export async function abilitiesInStore(tx: Tx, role: string): Promise<Ability[] | undefined> {
  const [row] = await tx<
    { ability: Ability[] }[]
  >`select ability from role where business_id = current_business() and role = ${role}`
  if (row) return row.ability
  const asItComes = abilitiesOf(role)
  return asItComes.length > 0 ? asItComes : undefined
}

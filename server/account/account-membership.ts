import type { Tx } from '../lib/db/db.ts'

export type AccountMembership = {
  storeId: string
  name: string
  status: string
  isOwner: boolean
}

/** Returns the memberships of a person, sorted by the id of the store. */
export const listMemberships = (tx: Tx, personId: string) => tx<AccountMembership[]>`
  select m.store_id, s.name, s.status, m.role = 'owner' and m.status = 'active' as is_owner
  from membership m join store s on s.id = m.store_id
  where m.person_id = ${personId} order by m.store_id`

/** Runs the work in the store of each membership, one after the other, and then in none. */
export async function forEachStore<R>(
  tx: Tx,
  memberships: readonly AccountMembership[],
  work: (membership: AccountMembership) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  for (const membership of memberships) {
    await tx`select set_config('app.store_id', ${membership.storeId}, true)`
    results.push(await work(membership))
  }
  await tx`select set_config('app.store_id', '', true)`
  return results
}

import type { PlanUse } from '#contract/account/plan.ts'
import { type PlanName, plans } from '#contract/account/plan.ts'
import { PlanResource } from '#contract/lib/call/plan-resource.ts'
import type { Tx } from '../../lib/db/db.ts'

type StoreResource = Exclude<PlanResource, 'store'>
const storeResources = PlanResource.exclude(['store']).options

/** Returns the expression that counts the records of the current store. */
const countExpressions = (tx: Tx) =>
  ({
    staff: tx`(select count(*) from membership where store_id = current_store())
      + (select count(*) from invitation where expires_at > now())`,
    product: tx`(select count(*) from product)`,
    // Months are those of the store.
    order: tx`(
      select count(*) from "order" o join store s on s.id = o.store_id
      where o.created_at >= date_trunc('month', now() at time zone s.timezone) at time zone s.timezone)`,
    domain: tx`(select count(*) from domain where kind = 'custom')`,
    apiKey: tx`(
      select count(*) from api_key
      where revoked_at is null and (expires_at is null or expires_at > now()))`,
    webhook: tx`(select count(*) from webhook)`,
  }) satisfies Record<StoreResource, unknown>

/** Returns the number of records of the current store. */
export async function countStoreRecords(tx: Tx, resource: StoreResource): Promise<number> {
  const [row] = await tx<{ used: number }[]>`
    select (${countExpressions(tx)[resource]})::integer as used`
  return row?.used ?? 0
}

/** Returns the number of open stores that the person owns, who can be another than the caller. */
export async function countOwnedStores(tx: Tx, personId: string): Promise<number> {
  const [caller] = await tx<{ id: string | null }[]>`select current_person() as id`
  // Memberships in other stores are visible to their own person.
  await tx`select set_config('app.person_id', ${personId}, true)`
  const [row] = await tx<{ used: number }[]>`
    select count(*)::integer as used from membership m join store s on s.id = m.store_id
    where m.person_id = ${personId} and m.role = 'owner' and m.status = 'active'
      and s.status <> 'closed'`
  await tx`select set_config('app.person_id', ${caller?.id ?? ''}, true)`
  return row?.used ?? 0
}

/** Returns what the current store uses of each limit. */
export async function listStoreUses(tx: Tx, plan: PlanName): Promise<PlanUse[]> {
  const counts = await Promise.all(storeResources.map(resource => countStoreRecords(tx, resource)))
  return storeResources.map((resource, index) => ({
    resource,
    used: counts[index] ?? 0,
    limit: plans[plan].limits[resource],
  }))
}

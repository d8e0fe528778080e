import { findPlanFor, plans, planTitles } from '#contract/account/plan.ts'
import type { LimitedResource } from '#contract/lib/call/plan-resource.ts'
import type { PlanDemand, PlanGuard } from '../../lib/call/plan-guard.ts'
import { Problem } from '../../lib/call/problem.ts'
import type { Tx } from '../../lib/db/db.ts'
import { getLargestPlan } from './current-plan.ts'
import { findSubscription, listOwnerSubscriptions } from './plan-store.ts'
import { countOwnedStores, countStoreRecords } from './plan-use.ts'

/** The guard of installations whose operator charges for plans. */
export const checkPlanLimit: PlanGuard = async (tx, demand) => {
  const { resource, count = 1 } = demand
  if (count === 0) return
  const limit = plans[await loadPlanName(tx, demand)].limits[resource]
  if (limit === null) return
  const used = await lockAndCount(tx, demand)
  if (used + count <= limit) return
  const exceeded = { limit, used, needed: used + count, isOwnPlan: await isOwnPlan(tx, demand) }
  throw createLimitProblem(resource, exceeded)
}

async function loadPlanName(tx: Tx, { resource, personId, storeId, ownerId }: PlanDemand) {
  const subscriptions =
    resource === 'store' || storeId === undefined
      ? [await findSubscription(tx, ownerId ?? personId)]
      : await listOwnerSubscriptions(tx, storeId)
  return getLargestPlan(subscriptions, new Date())
}

async function lockAndCount(tx: Tx, { resource, personId, storeId, ownerId }: PlanDemand) {
  const isOfPerson = resource === 'store' || storeId === undefined
  const countedId = ownerId ?? personId
  const lockKey = `plan ${resource} ${isOfPerson ? countedId : storeId}`
  await tx`select pg_advisory_xact_lock(hashtextextended(${lockKey}, 0))`
  return resource === 'store' ? countOwnedStores(tx, countedId) : countStoreRecords(tx, resource)
}

/** Returns whether another plan of the caller would change the limit. */
async function isOwnPlan(tx: Tx, { resource, personId, storeId, ownerId }: PlanDemand) {
  if (resource === 'store' || storeId === undefined) return (ownerId ?? personId) === personId
  const rows = await tx`
    select 1 from membership
    where store_id = ${storeId} and person_id = ${personId} and role = 'owner' and status = 'active'`
  return rows.length > 0
}

type Exceeded = { limit: number; used: number; needed: number; isOwnPlan: boolean }

function createLimitProblem(resource: LimitedResource, exceeded: Exceeded) {
  const { limit, used } = exceeded
  const plan = findPlanFor(resource, exceeded.needed)
  if (!plan) return new Problem(403, 'plan_limit', { limit, used })
  if (!exceeded.isOwnPlan) return new Problem(403, 'owner_plan_limit', { limit, used })
  return new Problem(403, `plan_limit_${resource}`, { limit, used, plan: planTitles[plan] })
}

import {
  comparePlans,
  findPlanFor,
  type PlanName,
  plans,
  planTitles,
} from '#contract/account/plan.ts'
import type { LimitedResource } from '#contract/lib/call/plan-resource.ts'
import type { PlanDemand, PlanGuard } from '../../lib/call/plan-guard.ts'
import { Problem } from '../../lib/call/problem.ts'
import type { Tx } from '../../lib/db/db.ts'
import { getCurrentPlan } from './current-plan.ts'
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
  throw createLimitProblem(resource, { limit, used, needed: used + count })
}

/** Records of a store have the largest plan of its owners. */
async function loadPlanName(tx: Tx, { resource, personId, storeId }: PlanDemand) {
  const subscriptions =
    resource === 'store' || storeId === undefined
      ? [await findSubscription(tx, personId)]
      : await listOwnerSubscriptions(tx, storeId)
  const now = new Date()
  return subscriptions
    .map(subscription => getCurrentPlan(subscription, now).plan)
    .reduce<PlanName>((best, plan) => (comparePlans(plan, best) > 0 ? plan : best), 'basic')
}

async function lockAndCount(tx: Tx, { resource, personId, storeId }: PlanDemand) {
  const isOfPerson = resource === 'store' || storeId === undefined
  const lockKey = `plan ${resource} ${isOfPerson ? personId : storeId}`
  await tx`select pg_advisory_xact_lock(hashtextextended(${lockKey}, 0))`
  return resource === 'store' ? countOwnedStores(tx, personId) : countStoreRecords(tx, resource)
}

type Exceeded = { limit: number; used: number; needed: number }

function createLimitProblem(resource: LimitedResource, { limit, used, needed }: Exceeded) {
  const plan = findPlanFor(resource, needed)
  if (!plan) return new Problem(403, 'plan_limit', { limit, used })
  return new Problem(403, `plan_limit_${resource}`, { limit, used, plan: planTitles[plan] })
}

import { type Plan, plans } from '#contract/account/plan.ts'
import type { Tx } from '../../lib/db/db.ts'
import { forEachStore, listMemberships } from '../account-membership.ts'
import { getCurrentPlan, unlimitedPlan } from './current-plan.ts'
import { findSubscription } from './plan-store.ts'
import { countOwnedStores, listStoreUses } from './plan-use.ts'

/** Returns the plan of a person with what their stores use. Without billing, nothing is counted. */
export async function loadPlan(tx: Tx, personId: string, hasBilling: boolean): Promise<Plan> {
  if (!hasBilling)
    return {
      ...unlimitedPlan,
      hasPortal: false,
      storeUse: { resource: 'store', used: 0, limit: null },
      stores: [],
    }
  const subscription = await findSubscription(tx, personId)
  const current = getCurrentPlan(subscription, new Date())
  const storeUse = {
    resource: 'store' as const,
    used: await countOwnedStores(tx, personId),
    limit: plans[current.plan].limits.store,
  }
  const memberships = await listMemberships(tx, personId)
  const owned = memberships.filter(({ isOwner, status }) => isOwner && status !== 'closed')
  const stores = await forEachStore(tx, owned, async ({ storeId, name }) => ({
    _id: storeId,
    name,
    uses: await listStoreUses(tx, current.plan),
  }))
  return {
    ...current,
    hasPortal: Boolean(subscription?.providerCustomerId),
    storeUse,
    stores,
  }
}

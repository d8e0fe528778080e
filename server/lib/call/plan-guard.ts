import type { LimitedResource } from '#contract/lib/call/plan-resource.ts'
import type { Tx } from '../db/db.ts'

/** New records that count against a plan. Without a store, they belong to the person. */
export type PlanDemand = {
  resource: LimitedResource
  personId: string
  storeId: string | undefined
  /** The owner whose stores count, if the caller is another person. */
  ownerId?: string
  /** The number of new records. Default: 1. */
  count?: number
}

/**
 * Checks that the plan allows the new records, and locks their number until the end of the
 * transaction, so that two calls cannot exceed the limit together.
 * @throws Problem 403 plan_limit_…; 403 owner_plan_limit if only the owner can choose another plan
 */
export type PlanGuard = (tx: Tx, demand: PlanDemand) => Promise<void>

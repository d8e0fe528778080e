import {
  comparePlans,
  graceDays,
  type Plan,
  type PlanInterval,
  type PlanName,
  trialDays,
  trialPlan,
} from '#contract/account/plan.ts'

const dayMs = 86_400_000

/** The stored subscription of a person. */
export type Subscription = {
  plan: PlanName
  interval: PlanInterval
  state: 'trialing' | 'active' | 'past_due' | 'canceled'
  trialEndsAt: string
  periodEndsAt: string | null
  pastDueSince: string | null
  nextPlan: PlanName | null
  nextInterval: PlanInterval | null
}

export type CurrentPlan = Pick<
  Plan,
  'plan' | 'state' | 'interval' | 'endsAt' | 'nextPlan' | 'nextInterval'
>

const noChange = { interval: null, endsAt: null, nextPlan: null, nextInterval: null }
const freePlan: CurrentPlan = { ...noChange, plan: 'basic', state: 'free' }
/** The plan of every person where the operator charges nothing. */
export const unlimitedPlan: CurrentPlan = { ...noChange, plan: 'enterprise', state: 'unlimited' }

export const addPlanDays = (time: string | Date, days: number): string =>
  new Date(new Date(time).getTime() + days * dayMs).toISOString()

/**
 * Returns the plan at this time. A person without a row has just signed up, or had an account before
 * the operator charged for plans: the trial begins now.
 */
export function getCurrentPlan(subscription: Subscription | undefined, now: Date): CurrentPlan {
  if (!subscription) return createTrial(addPlanDays(now, trialDays))
  const { state, trialEndsAt } = subscription
  if (state === 'active') return getActivePlan(subscription, now)
  if (state === 'past_due') return getOverduePlan(subscription, now)
  return isAfter(trialEndsAt, now) ? createTrial(trialEndsAt) : freePlan
}

/** Records of a store have the largest plan of its owners. */
export const getLargestPlan = (
  subscriptions: readonly (Subscription | undefined)[],
  now: Date,
): PlanName =>
  subscriptions
    .map(subscription => getCurrentPlan(subscription, now).plan)
    .reduce<PlanName>((best, plan) => (comparePlans(plan, best) > 0 ? plan : best), 'basic')

const isAfter = (time: string, now: Date) => new Date(time) > now

const createTrial = (endsAt: string): CurrentPlan => ({
  ...noChange,
  plan: trialPlan,
  state: 'trialing',
  endsAt,
  nextPlan: 'basic',
})

/** The provider reports the change at the end of a period some minutes later. */
function getActivePlan(subscription: Subscription, now: Date): CurrentPlan {
  const { plan, interval, periodEndsAt: endsAt, nextPlan, nextInterval } = subscription
  const isChanged = nextPlan !== null && endsAt !== null && !isAfter(endsAt, now)
  if (!isChanged) return { plan, state: 'active', interval, endsAt, nextPlan, nextInterval }
  if (nextPlan === 'basic') return freePlan
  return { ...noChange, plan: nextPlan, state: 'active', interval: nextInterval ?? interval }
}

function getOverduePlan(subscription: Subscription, now: Date): CurrentPlan {
  const { plan, interval, pastDueSince } = subscription
  const graceEndsAt = addPlanDays(pastDueSince ?? now, graceDays)
  const overdue = { ...noChange, state: 'past_due', interval } as const
  return isAfter(graceEndsAt, now)
    ? { ...overdue, plan, endsAt: graceEndsAt, nextPlan: 'basic' }
    : { ...overdue, plan: 'basic' }
}

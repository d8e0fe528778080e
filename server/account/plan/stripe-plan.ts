import type Stripe from 'stripe'
import { comparePlans, PaidPlanName, PlanInterval, PlanInvoice } from '#contract/account/plan.ts'
import type { BillingConfig } from '../../billing-config.ts'
import type { ProviderPlan } from './plan-store.ts'

type PaidChoice = { plan: PaidPlanName; interval: PlanInterval }

/** Returns the plan of a customer, or undefined if they have never paid for one. */
export async function loadStripePlan(
  client: Stripe,
  billing: BillingConfig,
  customerId: string,
): Promise<ProviderPlan | undefined> {
  const { data } = await client.subscriptions.list({
    customer: customerId,
    status: 'all',
    limit: 100,
    expand: ['data.schedule', 'data.latest_invoice'],
  })
  const reported = data.flatMap(subscription => toProviderPlan(billing, subscription))
  return reported.toSorted(compareReported)[0]
}

/** Paid plans first, then the largest, then a fixed order. */
const stateRanks = { active: 0, past_due: 1, canceled: 2 }
const compareReported = (first: ProviderPlan, second: ProviderPlan) =>
  stateRanks[first.state] - stateRanks[second.state] ||
  comparePlans(second.plan, first.plan) ||
  (second.periodEndsAt ?? '').localeCompare(first.periodEndsAt ?? '') ||
  first.subscriptionId.localeCompare(second.subscriptionId)

function toProviderPlan(billing: BillingConfig, subscription: Stripe.Subscription): ProviderPlan[] {
  const [item] = subscription.items.data
  const state = getState(subscription.status)
  const choice = item && findChoice(billing, item.price.id, subscription.metadata)
  // Incomplete subscriptions were never paid.
  if (!item || !choice || !state) return []
  const next = findNextChoice(billing, subscription)
  return [
    {
      subscriptionId: subscription.id,
      ...choice,
      state,
      periodEndsAt: toTime(subscription.cancel_at ?? item.current_period_end),
      pastDueSince: state === 'past_due' ? getFailureTime(subscription) : null,
      nextPlan: next?.plan ?? null,
      nextInterval: next?.interval ?? null,
    },
  ]
}

/** Returns undefined for a subscription whose first payment is missing. */
function getState(status: Stripe.Subscription.Status): ProviderPlan['state'] | undefined {
  if (status === 'active' || status === 'trialing') return 'active'
  if (status === 'past_due' || status === 'unpaid') return 'past_due'
  return status === 'canceled' || status === 'paused' ? 'canceled' : undefined
}

/** Returns the plan of a price. Prices that the operator has replaced are known by the metadata. */
export function findChoice(
  { prices }: BillingConfig,
  priceId: string,
  metadata: Stripe.Metadata = {},
): PaidChoice | undefined {
  for (const plan of PaidPlanName.options)
    for (const interval of PlanInterval.options)
      if (prices[plan][interval] === priceId) return { plan, interval }
  const plan = PaidPlanName.safeParse(metadata['storewright_plan']).data
  const interval = PlanInterval.safeParse(metadata['storewright_interval']).data
  return plan && interval && { plan, interval }
}

/** Returns the plan from the end of the period on, if it changes. */
export function findNextChoice(
  billing: BillingConfig,
  { schedule, cancel_at, cancel_at_period_end }: Stripe.Subscription,
) {
  if (cancel_at_period_end || cancel_at !== null) return { plan: 'basic', interval: null } as const
  if (schedule === null || typeof schedule === 'string') return undefined
  const currentEnd = schedule.current_phase?.end_date ?? 0
  const phase = schedule.phases.find(({ start_date }) => currentEnd > 0 && start_date >= currentEnd)
  const price = phase?.items[0]?.price
  if (!price) return undefined
  return findChoice(billing, typeof price === 'string' ? price : price.id, {})
}

function getFailureTime({ latest_invoice, created }: Stripe.Subscription): string {
  const invoice = typeof latest_invoice === 'object' ? latest_invoice : null
  return toTime(invoice?.created ?? created)
}

const toTime = (seconds: number) => new Date(seconds * 1000).toISOString()

/** Drafts are not shown, because their amounts can change. */
export function toPlanInvoice(invoice: Stripe.Invoice): PlanInvoice[] {
  const { number, created, total, currency, status, hosted_invoice_url: url } = invoice
  const state = PlanInvoice.shape.state.safeParse(status).data
  if (!state) return []
  return [
    {
      number: number ?? '',
      createdAt: toTime(created),
      total,
      currency: currency.toUpperCase(),
      state,
      url: url ?? '',
    },
  ]
}

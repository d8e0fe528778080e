import Stripe from 'stripe'
import type { PlanInterval } from '#contract/account/plan.ts'
import { comparePlans, type PaidPlanName, type PlanChange } from '#contract/account/plan.ts'
import type { BillingConfig } from '../../billing-config.ts'
import { findChoice, findNextChoice } from './stripe-plan.ts'

type Choice = { plan: PaidPlanName; interval: PlanInterval }

/**
 * Changes to a larger plan, or from months to years, at once: Stripe charges the difference. Other
 * changes take effect at the end of the paid period. The present plan undoes a later change.
 */
export async function changeStripePlan(
  client: Stripe,
  billing: BillingConfig,
  subscriptionId: string,
  { plan, interval }: PlanChange,
): Promise<void> {
  const subscription = await client.subscriptions.retrieve(subscriptionId, { expand: ['schedule'] })
  const [item] = subscription.items.data
  const current = item && findChoice(billing, item.price.id, subscription.metadata)
  if (!item || !current) throw new Error('The subscription has no known price.')
  await releaseSchedule(client, subscription)
  if (plan === 'basic') {
    await client.subscriptions.update(subscriptionId, { cancel_at_period_end: true })
    return
  }
  const choice = { plan, interval: interval ?? current.interval }
  if (isAtOnce(current, choice)) {
    await changeAtOnce(client, billing, { subscription, item, choice })
    return
  }
  const withoutEnd = getFieldsWithoutEnd(subscription)
  if (withoutEnd) await client.subscriptions.update(subscriptionId, withoutEnd)
  if (choice.plan !== current.plan || choice.interval !== current.interval)
    await changeLater(client, billing, { subscription, item, choice })
}

/** Stripe refuses an end of the plan or another schedule while there is one. */
async function releaseSchedule(client: Stripe, { schedule }: Stripe.Subscription) {
  if (schedule !== null)
    await client.subscriptionSchedules.release(
      typeof schedule === 'string' ? schedule : schedule.id,
    )
}

/** Returns the fields that keep a subscription, if it ends. Others can have set its end at Stripe. */
function getFieldsWithoutEnd({ cancel_at_period_end, cancel_at }: Stripe.Subscription) {
  if (cancel_at_period_end) return { cancel_at_period_end: false }
  return cancel_at === null ? undefined : { cancel_at: '' as const }
}

function isAtOnce(current: Choice, choice: Choice): boolean {
  const difference = comparePlans(choice.plan, current.plan)
  return (
    difference > 0 ||
    (difference === 0 && choice.interval === 'year' && current.interval === 'month')
  )
}

type Change = { subscription: Stripe.Subscription; item: Stripe.SubscriptionItem; choice: Choice }

const toMetadata = ({ plan, interval }: Choice) => ({
  storewright_plan: plan,
  storewright_interval: interval,
})

/** A declined payment changes nothing: an end of the plan or a later change stays. */
async function changeAtOnce(
  client: Stripe,
  billing: BillingConfig,
  { subscription, item, choice }: Change,
) {
  try {
    await client.subscriptions.update(subscription.id, {
      ...getFieldsWithoutEnd(subscription),
      items: [{ id: item.id, price: billing.prices[choice.plan][choice.interval] }],
      proration_behavior: 'always_invoice',
      payment_behavior: 'error_if_incomplete',
      metadata: toMetadata(choice),
    })
  } catch (error) {
    // After other errors, it is unknown whether Stripe has changed the plan.
    const next = findNextChoice(billing, subscription)
    if (error instanceof Stripe.errors.StripeCardError && next?.interval)
      await changeLater(client, billing, { subscription, item, choice: next })
    throw error
  }
}

async function changeLater(
  client: Stripe,
  { prices }: BillingConfig,
  { subscription, item, choice }: Change,
) {
  const schedule = await client.subscriptionSchedules.create({ from_subscription: subscription.id })
  const [phase] = schedule.phases
  await client.subscriptionSchedules.update(schedule.id, {
    end_behavior: 'release',
    proration_behavior: 'none',
    phases: [
      {
        items: [{ price: item.price.id, quantity: 1 }],
        start_date: phase?.start_date ?? 'now',
        end_date: item.current_period_end,
      },
      {
        items: [{ price: prices[choice.plan][choice.interval], quantity: 1 }],
        duration: { interval: choice.interval, interval_count: 1 },
        proration_behavior: 'none',
        metadata: toMetadata(choice),
      },
    ],
  })
}

import type Stripe from 'stripe'
import type { PlanInterval } from '#contract/account/plan.ts'
import { comparePlans, type PaidPlanName, type PlanChange } from '#contract/account/plan.ts'
import type { BillingConfig } from '../../billing-config.ts'
import { findChoice } from './stripe-plan.ts'

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
  const subscription = await client.subscriptions.retrieve(subscriptionId)
  const [item] = subscription.items.data
  const current = item && findChoice(billing, item.price.id, subscription.metadata)
  if (!item || !current) throw new Error('The subscription has no known price.')
  const { schedule } = subscription
  if (schedule !== null)
    await client.subscriptionSchedules.release(
      typeof schedule === 'string' ? schedule : schedule.id,
    )
  if (plan === 'basic') {
    await client.subscriptions.update(subscriptionId, { cancel_at_period_end: true })
    return
  }
  if (subscription.cancel_at_period_end)
    await client.subscriptions.update(subscriptionId, { cancel_at_period_end: false })
  const choice = { plan, interval: interval ?? current.interval }
  if (choice.plan === current.plan && choice.interval === current.interval) return
  if (isAtOnce(current, choice))
    await changeAtOnce(client, billing, { subscriptionId, item, choice })
  else await changeLater(client, billing, { subscriptionId, item, choice })
}

function isAtOnce(current: Choice, choice: Choice): boolean {
  const difference = comparePlans(choice.plan, current.plan)
  return difference > 0 || (difference === 0 && choice.interval === 'year')
}

type Change = { subscriptionId: string; item: Stripe.SubscriptionItem; choice: Choice }

const toMetadata = ({ plan, interval }: Choice) => ({
  storewright_plan: plan,
  storewright_interval: interval,
})

/** A declined payment changes nothing. */
async function changeAtOnce(
  client: Stripe,
  { prices }: BillingConfig,
  { subscriptionId, item, choice }: Change,
) {
  await client.subscriptions.update(subscriptionId, {
    items: [{ id: item.id, price: prices[choice.plan][choice.interval] }],
    proration_behavior: 'always_invoice',
    payment_behavior: 'error_if_incomplete',
    metadata: toMetadata(choice),
  })
}

async function changeLater(
  client: Stripe,
  { prices }: BillingConfig,
  { subscriptionId, item, choice }: Change,
) {
  const schedule = await client.subscriptionSchedules.create({ from_subscription: subscriptionId })
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

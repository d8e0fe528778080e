import { trialDays } from '#contract/account/plan.ts'
import { assertFound } from '../../lib/call/problem.ts'
import type { Tx } from '../../lib/db/db.ts'
import type { Subscription } from './current-plan.ts'

/** A subscription with the ids of the provider. */
export type StoredSubscription = Subscription & {
  personId: string
  providerCustomerId: string | null
  providerSubscriptionId: string | null
  providerSessionId: string | null
}

/** The plan of a customer as the provider reports it. */
export type ProviderPlan = Pick<
  Subscription,
  'plan' | 'interval' | 'periodEndsAt' | 'pastDueSince' | 'nextPlan' | 'nextInterval'
> & { subscriptionId: string; state: 'active' | 'past_due' | 'canceled' }

const columns = (tx: Tx) => tx`s.person_id, s.plan, s.interval, s.state, s.trial_ends_at,
  s.period_ends_at, s.past_due_since, s.next_plan, s.next_interval, s.provider_customer_id,
  s.provider_subscription_id, s.provider_session_id`

export async function findSubscription(
  tx: Tx,
  personId: string,
): Promise<StoredSubscription | undefined> {
  const [row] = await tx<StoredSubscription[]>`
    select ${columns(tx)} from subscription s where s.person_id = ${personId}`
  return row
}

/** Returns the subscription of each owner of the current store. One without a row has a trial. */
export async function listOwnerSubscriptions(
  tx: Tx,
  storeId: string,
): Promise<(StoredSubscription | undefined)[]> {
  const rows = await tx<(StoredSubscription | { personId: null })[]>`
    select ${columns(tx)} from membership m left join subscription s on s.person_id = m.person_id
    where m.store_id = ${storeId} and m.role = 'owner' and m.status = 'active'`
  return rows.map(row => (row.personId === null ? undefined : row))
}

/** Starts the trial of a person, unless it has started. */
export const insertSubscription = (tx: Tx, personId: string) => tx`
  insert into subscription (person_id, trial_ends_at)
  values (${personId}, now() + make_interval(days => ${trialDays}))
  on conflict do nothing`

/** Stores the customer of a person, and returns the one that is stored. */
export async function saveCustomer(tx: Tx, personId: string, customerId: string): Promise<string> {
  const [row] = await tx<{ id: string }[]>`
    update subscription set provider_customer_id = coalesce(provider_customer_id, ${customerId})
    where person_id = ${personId} returning provider_customer_id as id`
  return assertFound(row).id
}

/** Removes a customer that the provider does not know, together with its plan. */
export const forgetCustomer = (tx: Tx, personId: string, customerId: string) => tx`
  update subscription set provider_customer_id = null, provider_subscription_id = null,
    provider_session_id = null, state = 'trialing', plan = 'basic', period_ends_at = null,
    past_due_since = null, next_plan = null, next_interval = null
  where person_id = ${personId} and provider_customer_id = ${customerId}`

/** Stores the page of a payment, and returns the previous one. */
export async function replaceSession(
  tx: Tx,
  personId: string,
  sessionId: string,
): Promise<string | null> {
  const [row] = await tx<{ id: string | null }[]>`
    select provider_session_id as id from subscription where person_id = ${personId} for update`
  await tx`
    update subscription set provider_session_id = ${sessionId} where person_id = ${personId}`
  return row?.id ?? null
}

/** Returns the time of the database, which orders the requests of all processes. */
export async function readClock(tx: Tx): Promise<string> {
  const [row] = await tx<{ now: string }[]>`select clock_timestamp()::text as now`
  return assertFound(row).now
}

/**
 * Stores what the provider reported, unless the reply to a later request is stored. Returns the
 * time of a payment that has failed since the previous reply.
 */
export async function saveProviderPlan(
  tx: Tx,
  personId: string,
  requestedAt: string,
  reported: ProviderPlan | undefined,
): Promise<{ newFailureAt: string | null }> {
  const [previous] = await tx<{ pastDueSince: string | null; subscriptionId: string | null }[]>`
    select past_due_since, provider_subscription_id as subscription_id from subscription
    where person_id = ${personId}
      and (synced_at is null or synced_at < ${requestedAt}::timestamptz) for update`
  if (!previous) return { newFailureAt: null }
  const state = reported?.state ?? (previous.subscriptionId ? 'canceled' : 'trialing')
  const failedAt = getFailureTime(previous, reported)
  await tx`
    update subscription set state = ${state}, plan = ${reported?.plan ?? 'basic'},
      interval = ${reported?.interval ?? 'month'},
      period_ends_at = ${reported?.periodEndsAt ?? null},
      past_due_since = ${failedAt},
      next_plan = ${reported?.nextPlan ?? null}, next_interval = ${reported?.nextInterval ?? null},
      provider_subscription_id = coalesce(${reported?.subscriptionId ?? null}, provider_subscription_id),
      synced_at = ${requestedAt}::timestamptz
    where person_id = ${personId}`
  return { newFailureAt: failedAt === previous.pastDueSince ? null : failedAt }
}

/** Returns the time of the first failure, because a further unpaid invoice starts no days of grace. */
function getFailureTime(
  previous: { pastDueSince: string | null; subscriptionId: string | null },
  reported: ProviderPlan | undefined,
): string | null {
  if (!reported?.pastDueSince) return null
  const isSame = reported.subscriptionId === previous.subscriptionId
  return (isSame && previous.pastDueSince) || reported.pastDueSince
}

/** Stores an event and returns whether it is new. */
export async function insertBillingEvent(tx: Tx, { id, type }: { id: string; type: string }) {
  const rows = await tx`
    insert into billing_event (id, type) values (${id}, ${type})
    on conflict do nothing returning id`
  return rows.length > 0
}

export async function findPersonOfCustomer(
  tx: Tx,
  customerId: string,
): Promise<string | undefined> {
  const [row] = await tx<{ personId: string }[]>`
    select person_id from subscription where provider_customer_id = ${customerId}`
  return row?.personId
}

/** Deletes the subscription of a deleted account, and returns its customer at the provider. */
export async function deleteSubscription(tx: Tx, personId: string): Promise<string | undefined> {
  const [row] = await tx<{ id: string | null }[]>`
    delete from subscription where person_id = ${personId} returning provider_customer_id as id`
  return row?.id ?? undefined
}

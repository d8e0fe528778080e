import { trialDays } from '#contract/account/plan.ts'
import type { Tx } from '../../lib/db/db.ts'

/** The email about the end of a trial is sent this many days before. */
const noticeDays = 2

/** Starts the trial of people without one, and returns their number. */
export async function startTrials(tx: Tx, limit: number): Promise<number> {
  const rows = await tx`
    insert into subscription (person_id, trial_ends_at)
    select id, now() + make_interval(days => ${trialDays}) from person p
    where disabled_at is null
      and not exists (select 1 from subscription s where s.person_id = p.id)
    limit ${limit}
    on conflict do nothing returning person_id`
  return rows.length
}

/**
 * Marks the trials that end soon, and returns their people. Those with a paid plan, and those who
 * own no store, need no email.
 */
export async function listEndingTrials(tx: Tx, limit: number) {
  const people = await tx<{ personId: string; state: string }[]>`
    update subscription set is_trial_end_announced = true
    where person_id in (
      select person_id from subscription
      where not is_trial_end_announced and trial_ends_at < now() + make_interval(days => ${noticeDays})
      order by trial_ends_at limit ${limit} for update skip locked)
    returning person_id, state`
  const owners: { personId: string; isInformed: boolean }[] = []
  for (const { personId, state } of people)
    owners.push({ personId, isInformed: state === 'trialing' && (await ownsStore(tx, personId)) })
  return owners
}

/** Memberships are visible to their own person. */
async function ownsStore(tx: Tx, personId: string): Promise<boolean> {
  await tx`select set_config('app.person_id', ${personId}, true)`
  const rows = await tx`
    select 1 from membership
    where person_id = ${personId} and role = 'owner' and status = 'active' limit 1`
  return rows.length > 0
}

/**
 * Returns the people whose paid period has ended, or whose plan was not loaded for a day, and moves
 * them to the end, so that those who can't be loaded don't keep the others waiting.
 */
export async function listOutdatedPlans(tx: Tx, limit: number): Promise<string[]> {
  const rows = await tx<{ personId: string }[]>`
    update subscription set synced_at = now() where person_id in (
      select person_id from subscription
      where provider_customer_id is not null and (
        synced_at < now() - interval '1 day'
        or synced_at is null and created_at < now() - interval '1 hour'
        or state = 'active' and period_ends_at < now() and synced_at < now() - interval '1 hour')
      order by synced_at nulls first limit ${limit} for update skip locked)
    returning person_id`
  return rows.map(({ personId }) => personId)
}

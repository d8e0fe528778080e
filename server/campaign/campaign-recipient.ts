import type { Campaign } from '#contract/campaign/campaign.ts'
import type { RunInTransaction, Tx } from '../lib/db/db.ts'
import { notifyPaused } from './campaign-status.ts'
import { getCampaign, loadFilter } from './campaign-store.ts'
import type { MarketingRecipient } from './marketing-mail.ts'
import { selectLanguage, selectPeople } from './segment-filter.ts'
import type { SendResult } from './send-result.ts'

const chosenAtOnce = 2000
/** The emails that are handed over at the same time. After a crash, at most so many are uncertain. */
const claimedAtOnce = 20
/** A deferred email waits 5, 15, 45 and 135 minutes. */
const maxAttempts = 5

/** Stores the people of a campaign in batches, each address once. Continues where it was interrupted. */
export async function chooseRecipients(
  inTx: RunInTransaction,
  id: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  while (!signal?.aborted && (await inTx(tx => chooseBatch(tx, id)))) {
    // The next batch follows.
  }
}

/** Returns whether more people follow. */
async function chooseBatch(tx: Tx, id: string): Promise<boolean> {
  const [open] = await tx`
    select from campaign where id = ${id} and status = 'sending' and chosen_at is null for update`
  if (!open) return false
  const filter = await loadFilter(tx, await getCampaign(tx, id))
  const [last] = await tx<{ email: string | null }[]>`
    select max(email) as email from campaign_recipient where campaign_id = ${id}`
  const after = last?.email ?? ''
  const chosen = await tx`
    insert into campaign_recipient (campaign_id, email, language, customer_id)
    select ${id}, a.email, ${selectLanguage(tx)}, a.customer_id
    ${selectPeople(tx, filter, [tx`a.email > ${after}`])}
    order by a.email limit ${chosenAtOnce}
    on conflict on constraint campaign_recipient__email do nothing
    returning id`
  if (chosen.length === chosenAtOnce) return true
  await tx`update campaign set chosen_at = now() where id = ${id}`
  return false
}

export type ClaimStep =
  | { kind: 'stopped' }
  | { kind: 'empty' }
  | { kind: 'wait'; ms: number }
  | { kind: 'send'; recipients: MarketingRecipient[] }

/**
 * Claims the next emails. A claimed email is handed over by
 * this process only, also if it never ends: at most once. Processes that send for the same store take
 * turns, so that its rate holds. People who no longer agree are skipped.
 */
export async function claimRecipients(
  tx: Tx,
  id: string,
  emailsPerMinute: number,
): Promise<ClaimStep> {
  await lockSending(tx)
  const [campaign] = await tx<CampaignTurn[]>`
    select c.status,
      exists (select from store s where s.id = current_store() and s.status = 'live') as is_live, turn.next_at,
      greatest(0, extract(epoch from turn.next_at - clock_timestamp()) * 1000)::integer as wait_ms
    from campaign c
    cross join (select max(next_at) as next_at from campaign where status = 'sending') turn
    where c.id = ${id} for update of c`
  // The links to unsubscribe of other stores show that the store is not open.
  if (campaign?.status !== 'sending' || !campaign.isLive) return { kind: 'stopped' }
  if (campaign.waitMs > 0) return { kind: 'wait', ms: campaign.waitMs }
  const limit = Math.min(claimedAtOnce, Math.max(1, Math.ceil(emailsPerMinute / 30)))
  const rows = await tx<(MarketingRecipient & { state: string })[]>`
    update campaign_recipient r set
      state = case when picked.may_receive then 'sending' else 'skipped' end,
      reason = case when picked.may_receive then '' else 'no_consent' end,
      claimed_at = now()
    from (
      select q.id, exists (select from marketing_audience() a where a.email = q.email) as may_receive
      from (
        select id, email from campaign_recipient
        where campaign_id = ${id} and state = 'queued' and coalesce(retry_at, now()) <= now()
        order by id limit ${limit} for update skip locked
      ) q
    ) picked
    where r.id = picked.id
    returning r.id, r.email, r.language, r.state`
  if (rows.length === 0) return { kind: 'empty' }
  const recipients = rows.filter(({ state }) => state === 'sending')
  // From the planned time, so that the rate holds although each turn starts a little late.
  await tx`
    update campaign set next_at = greatest(${campaign.nextAt}::timestamptz, now() - interval '1 second')
      + make_interval(secs => ${(recipients.length * 60) / emailsPerMinute})
    where id = ${id}`
  return { kind: 'send', recipients }
}
type CampaignTurn = {
  status: Campaign['status']
  isLive: boolean
  nextAt: string | null
  waitMs: number
}

const lockSending = (tx: Tx) =>
  tx`select pg_advisory_xact_lock(hashtextextended('campaign ' || current_store(), 0))`

/**
 * Stores what became of emails. A deferred one is tried again a few times, without delaying others.
 * Without the mail server, the campaign waits a minute. If the server refuses the sender, it is paused.
 */
export async function storeResults(
  tx: Tx,
  id: string,
  results: readonly SendResult[],
): Promise<void> {
  if (results.length === 0) return
  await lockSending(tx)
  const sentCount = results.filter(({ state }) => state === 'sent').length
  const unsent = results.filter(({ state }) => state === 'unsent')
  const isRefused = unsent.some(({ reason }) => reason === 'refused')
  await tx`
    update campaign set sent_count = sent_count + ${sentCount},
      next_at = case when ${unsent.length > 0} then now() + interval '1 minute' else next_at end
    where id = ${id}`
  if (isRefused) await pauseRefused(tx, id)
  await tx`
    update campaign_recipient r set
      state = case
        when v.state in ('sent', 'failed') then v.state
        when v.state = 'deferred' and r.attempts + 1 >= ${maxAttempts} then 'failed'
        when c.status = 'canceled' then 'skipped'
        else 'queued' end,
      reason = case
        when v.state in ('sent', 'failed') then v.reason
        when v.state = 'deferred' and r.attempts + 1 >= ${maxAttempts} then 'refused'
        when c.status = 'canceled' then 'canceled'
        else '' end,
      attempts = r.attempts + case when v.state = 'unsent' then 0 else 1 end,
      retry_at = case when v.state = 'deferred' then now() + make_interval(mins => (5 * 3 ^ r.attempts)::integer) end,
      sent_at = case when v.state = 'sent' then now() end
    from campaign c, jsonb_to_recordset(${tx.json([...results])}) v (id uuid, state text, reason text)
    where c.id = ${id} and r.campaign_id = c.id and r.id = v.id and r.state = 'sending'`
}

async function pauseRefused(tx: Tx, id: string): Promise<void> {
  const [paused] = await tx`
    update campaign set status = 'paused', is_sender_refused = true, version = version + 1, updated_at = now()
    where id = ${id} and status = 'sending' returning id`
  if (paused) await notifyPaused(tx, id, 'sender_refused')
}

/**
 * An email whose process ended while it was handed over counts as failed, because the mail server may
 * have taken it.
 */
export const failInterruptedEmails = (tx: Tx, id: string) => tx`
  update campaign_recipient set state = 'failed', reason = 'interrupted'
  where campaign_id = ${id} and state = 'sending' and claimed_at < now() - interval '10 minutes'`

/** Marks a campaign as sent if no email waits. */
export async function markCampaignSent(tx: Tx, id: string): Promise<void> {
  await failInterruptedEmails(tx, id)
  await tx`
    update campaign c set status = 'sent', finished_at = now(), version = version + 1, updated_at = now()
    where c.id = ${id} and c.status = 'sending' and c.chosen_at is not null and not exists (
      select from campaign_recipient r where r.campaign_id = c.id and r.state in ('queued', 'sending'))`
}

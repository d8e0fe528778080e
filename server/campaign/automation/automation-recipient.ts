import type { AutomationKind } from '#contract/campaign/automation.ts'
import type { SqlFragment } from '../../lib/call/list.ts'
import type { Tx } from '../../lib/db/db.ts'
import { selectReviewStates } from '../../order/page/add-review.ts'
import { selectLinkSince } from '../../sale/order-link.ts'
import type { SendResult } from '../send-result.ts'

/** An automation, and how it looks for the orders that cause its emails. */
export type DueAutomation = { id: string; kind: AutomationKind; delayDays: number }

/** An email that this process hands over, because it added the row. */
export type ClaimedEmail = {
  id: string
  email: string
  language: string
  orderId: string
  orderNumber: string
  linkSince: string
  customerName: string
  reviews: { product: string; title: string; status: string | null }[]
}

/** The emails that are handed over at the same time. After a crash, at most so many are uncertain. */
const claimedAtOnce = 20

/** A purchase: not a draft, canceled, an exchange or a replacement. */
const isPurchase = (tx: Tx) =>
  tx`o.status not in ('draft', 'cancelled') and o.original_order_id is null`
/**
 * The time of the event is at least the delay ago, at most 7 days longer: then the email would come too
 * late, such as after the mail server was unreachable. Hours, because a day of a time zone can have 23.
 */
const isDue = (tx: Tx, at: SqlFragment, delayDays: number) => tx`
  ${at} <= now() - make_interval(hours => ${delayDays * 24})
  and ${at} > now() - make_interval(hours => ${(delayDays + 7) * 24})`

const conditions: Record<AutomationKind, (tx: Tx, delayDays: number) => SqlFragment> = {
  review: (tx, delayDays) => tx`
    ${isDue(tx, tx`o.delivered_at`, delayDays)} and o.delivered_at >= m.switched_on_at
    and o.status in ('delivered', 'completed')
    and o.return_status = 'none' and o.return_progress = 'none'
    and jsonb_path_exists(r.reviews, '$[*].status ? (@ == null)')`,
  second_order: (tx, delayDays) => tx`
    ${isDue(tx, tx`o.created_at`, delayDays)} and o.created_at >= m.switched_on_at
    and ${isPurchase(tx)} and o.status <> 'returned' and o.source <> 'import'
    and (
      select count(*) from "order" e
      where e.store_id = o.store_id and e.folded_email = o.folded_email
        and e.status not in ('draft', 'cancelled') and e.original_order_id is null
        and (e.created_at, e.id) <= (o.created_at, o.id)
    ) = 2`,
  win_back: (tx, delayDays) => tx`
    ${isDue(tx, tx`o.created_at`, delayDays)}
    and o.created_at + make_interval(hours => ${delayDays * 24}) >= m.switched_on_at
    and ${isPurchase(tx)}
    and not exists (
      select from "order" e
      where e.store_id = o.store_id and e.folded_email = o.folded_email
        and e.status not in ('draft', 'cancelled') and (e.created_at, e.id) > (o.created_at, o.id))`,
}

/**
 * Adds the next emails of an automation and returns them. Each order causes at most one, and a person
 * receives at most one email of an automation in 24 hours. `marketing_audience()` says who agreed.
 * Processes that send for the same store take turns.
 */
export async function claimEmails(
  tx: Tx,
  { id, kind, delayDays }: DueAutomation,
): Promise<ClaimedEmail[]> {
  await tx`select pg_advisory_xact_lock(hashtextextended('automation ' || current_store(), 0))`
  return tx<ClaimedEmail[]>`
    with due as (
      select distinct on (a.email) o.id as order_id, o.number, o.customer_id, o.customer_name, r.reviews,
        a.email, coalesce(nullif(a.language, ''), split_part(o.language, '-', 1)) as language,
        ${selectLinkSince(tx)} as link_since
      from automation m
      join "order" o on o.store_id = m.store_id
      join marketing_audience() a on a.email = o.folded_email
      cross join lateral (
        select ${kind === 'review' ? selectReviewStates(tx) : tx`'[]'::jsonb`} as reviews) r
      where m.id = ${id} and m.is_on and o.folded_email <> '' and ${conditions[kind](tx, delayDays)}
        and not exists (
          select from automation_email s
          where s.automation_id = m.id and s.order_id = o.id
            and (s.state <> 'queued' or s.retry_at > now()))
        and not exists (
          select from automation_email s
          where s.email = a.email and s.state <> 'queued' and s.created_at > now() - interval '24 hours')
      order by a.email, o.created_at, o.id
      limit ${claimedAtOnce}
    ), added as (
      insert into automation_email (automation_id, order_id, customer_id, email)
      select ${id}, order_id, customer_id, email from due
      on conflict on constraint automation_email__order do update set
        state = 'sending', email = excluded.email, created_at = now(), retry_at = null
      where automation_email.state = 'queued'
      returning id, order_id
    )
    select added.id, due.email, due.language, due.order_id, due.number as order_number,
      due.link_since, due.customer_name, due.reviews
    from added join due on due.order_id = added.order_id`
}

/**
 * Stores what became of emails. A deferred one is sent again hours later. If the mail server took no
 * emails, the row is deleted, so that the next run finds its order again.
 */
export async function storeAutomationResults(
  tx: Tx,
  results: readonly SendResult[],
): Promise<void> {
  const unsent = results.filter(({ state }) => state === 'unsent').map(({ id }) => id)
  await tx`delete from automation_email where id = any (${unsent}::uuid[]) and state = 'sending'`
  await tx`
    update automation_email e set reason = v.reason,
      state = case v.state when 'deferred' then 'queued' else v.state end,
      retry_at = case v.state when 'deferred' then now() + interval '6 hours' end
    from jsonb_to_recordset(${tx.json([...results])}) v (id uuid, state text, reason text)
    where e.id = v.id and e.state = 'sending'`
}

/** An email whose process ended while it was handed over counts as failed: it may have arrived. */
export const failInterrupted = (tx: Tx) => tx`
  update automation_email set state = 'failed', reason = 'interrupted'
  where state = 'sending' and created_at < now() - interval '10 minutes'`

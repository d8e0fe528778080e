import type { CampaignResult } from '#contract/campaign/campaign.ts'
import type { Tx } from '../lib/db/db.ts'
import { getCampaign } from './campaign-store.ts'
import { selectAttributedOrders } from './select-attributed-orders.ts'

/**
 * Returns the result of a campaign. Its orders are those that a recipient placed within 7 days after their
 * email, if it was the last marketing email before the order.
 */
export async function getCampaignResult(
  tx: Tx,
  id: string,
  { canReadOrders }: { canReadOrders: boolean },
): Promise<CampaignResult> {
  await getCampaign(tx, id)
  const [counts, sales] = await Promise.all([
    countRecipients(tx, id),
    canReadOrders ? sumOrders(tx, id) : { orders: null, revenue: null },
  ])
  return { ...counts, ...sales }
}

type RecipientCounts = Omit<CampaignResult, 'orders' | 'revenue'>

async function countRecipients(tx: Tx, id: string): Promise<RecipientCounts> {
  const [row] = await tx<RecipientCounts[]>`
    select count(*)::integer as total,
      count(*) filter (where state in ('queued', 'sending'))::integer as waiting,
      count(*) filter (where state in ('sent', 'bounced'))::integer as sent,
      count(*) filter (where state = 'failed')::integer as failed,
      count(*) filter (where state = 'bounced')::integer as bounced,
      count(*) filter (where state = 'skipped')::integer as skipped,
      count(*) filter (where unsubscribed_at is not null)::integer as unsubscribed
    from campaign_recipient where campaign_id = ${id}`
  const none = { total: 0, waiting: 0, sent: 0, failed: 0, bounced: 0, skipped: 0, unsubscribed: 0 }
  return row ?? none
}

async function sumOrders(tx: Tx, id: string): Promise<{ orders: number; revenue: number }> {
  const sentTo = tx`
    select from campaign_recipient r where r.campaign_id = ${id} and r.state = 'sent'`
  // Only the orders of recipients, because the search for the last email before an order takes longer.
  const [row] = await tx<{ orders: number; revenue: number }[]>`
    with campaign_time as (
      select started_at, coalesce(finished_at, now()) + interval '7 days' as ends_at from campaign where id = ${id}
    )
    select count(*)::integer as orders, coalesce(sum(value), 0)::bigint as revenue
    from (${selectAttributedOrders(
      tx,
      tx`
        o.created_at >= (select started_at from campaign_time)
        and o.created_at < (select ends_at from campaign_time)
        and (exists (${sentTo} and r.email = o.folded_email)
          or exists (${sentTo} and r.customer_id = o.customer_id))`,
    )}) attributed
    where campaign_id = ${id}`
  return row ?? { orders: 0, revenue: 0 }
}

import type { CampaignResult } from '#contract/campaign/campaign.ts'
import type { Tx } from '../lib/db/db.ts'
import { getCampaign } from './campaign-store.ts'

/**
 * Returns the result of a campaign. Its orders are those that a recipient, by customer or by email,
 * placed within 7 days after their email, without drafts, canceled orders and replacements.
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
  const [row] = await tx<{ orders: number; revenue: number }[]>`
    with placed as (
      select o.id, order_net_value(o) as value, o.customer_id, o.folded_email, o.created_at
      from campaign c
      join "order" o on o.created_at >= c.started_at
        and o.created_at < coalesce(c.finished_at, now()) + interval '7 days'
      where c.id = ${id} and o.status not in ('draft', 'cancelled') and o.original_order_id is null
    ), caused as (
      select p.id, p.value from placed p
      join campaign_recipient r on r.campaign_id = ${id} and r.email = p.folded_email
      where p.created_at >= r.sent_at and p.created_at < r.sent_at + interval '7 days'
      union
      select p.id, p.value from placed p
      join campaign_recipient r on r.campaign_id = ${id} and r.customer_id = p.customer_id
      where p.created_at >= r.sent_at and p.created_at < r.sent_at + interval '7 days'
    )
    select count(*)::integer as orders, coalesce(sum(value), 0)::bigint as revenue from caused`
  return row ?? { orders: 0, revenue: 0 }
}

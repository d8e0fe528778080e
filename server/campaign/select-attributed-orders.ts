import type { SqlFragment } from '../lib/call/list.ts'
import type { Tx } from '../lib/db/db.ts'

/**
 * Selects orders with the marketing email to which they are attributed: the last one that their person, by email or
 * by customer, received in the 7 days before. Drafts, canceled orders, exchanges and replacements have none.
 */
export const selectAttributedOrders = (tx: Tx, condition: SqlFragment) => tx`
  select o.id, order_net_value(o) as value, e.campaign_id, e.automation_id, e.sent_at
  from "order" o
  cross join lateral (
    select m.campaign_id, m.automation_id, m.sent_at
    from (
      select campaign_id, null::uuid as automation_id, sent_at from campaign_recipient
      where email = o.folded_email and state = 'sent'
      union all
      select campaign_id, null, sent_at from campaign_recipient
      where customer_id = o.customer_id and state = 'sent'
      union all
      select null, automation_id, created_at from automation_email
      where email = o.folded_email and state = 'sent'
      union all
      select null, automation_id, created_at from automation_email
      where customer_id = o.customer_id and state = 'sent'
    ) m
    where m.sent_at <= o.created_at and m.sent_at > o.created_at - interval '7 days'
    order by m.sent_at desc
    limit 1
  ) e
  where o.store_id = current_store() and o.status not in ('draft', 'cancelled') and o.original_order_id is null
    and ${condition}`

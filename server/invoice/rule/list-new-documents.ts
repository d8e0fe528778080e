import type { OrderChangePreview } from '#contract/order/order-change.ts'
import { unbilledStatuses } from '#contract/order/order-state.ts'
import type { Tx } from '../../lib/db/db.ts'

/**
 * Returns the documents that were issued for orders since the start of the transaction, and the invoices
 * of the orders that it paid, which a job issues later.
 */
export const listNewDocuments = (tx: Tx, orderIds: readonly string[]) => tx<
  OrderChangePreview['documents']
>`
  select kind, total, is_emailed from (
    select i.kind, i.total, i.id,
      coalesce(s.emails_issued and i.document #>> '{buyer,email}' <> '', false) as is_emailed
    from invoice i left join invoice_setting s on s.store_id = i.store_id
    where i.order_id = any (${[...orderIds]}::uuid[]) and i.number is not null
      and i.created_at = now()
    union all
    select 'invoice', o.total, null, s.emails_issued and o.customer_email <> ''
    from "order" o join invoice_setting s on s.store_id = o.store_id
    where o.id = any (${[...orderIds]}::uuid[]) and s.issues_when_paid
      and o.source <> 'import' and o.total > 0 and o.status <> all (${[...unbilledStatuses]})
      and o.payment_status in ('paid', 'overpaid')
      and (o.created_at = now() or exists (
        select from order_event e
        where e.order_id = o.id and e.at = now()
          and e.before ->> 'paymentStatus' not in ('paid', 'overpaid')))
      and not exists (
        select from invoice i
        where i.order_id = o.id and i.kind = 'invoice' and i.number is not null
          and i.credited_total < i.total)
  ) d
  order by id nulls last`

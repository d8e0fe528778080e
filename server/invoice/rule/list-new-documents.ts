import type { OrderChangePreview } from '#contract/order/order-change.ts'
import { unbilledStatuses } from '#contract/order/order-state.ts'
import type { Tx } from '../../lib/db/db.ts'
import { matchIds } from '../../lib/db/match-ids.ts'

type Documents = OrderChangePreview['documents']

/** Returns the documents that were issued for orders since the start of the transaction. */
export const listIssuedDocuments = (tx: Tx, orderIds: readonly string[]) => tx<Documents>`
  select i.kind, i.total,
    coalesce(s.emails_issued and i.document #>> '{buyer,email}' <> '', false) as is_emailed
  from invoice i left join invoice_setting s on s.store_id = i.store_id
  where i.order_id ${matchIds(tx, orderIds)} and i.number is not null
    and i.created_at = now()
  order by i.id`

/** Returns the invoices of the orders that the transaction paid, which a job issues later. */
export const listFollowingInvoices = (tx: Tx, orderIds: readonly string[]) => tx<Documents>`
  select 'invoice' as kind, o.total, s.emails_issued and o.customer_email <> '' as is_emailed
  from "order" o join invoice_setting s on s.store_id = o.store_id
  where o.id ${matchIds(tx, orderIds)} and s.issues_when_paid
    and o.source <> 'import' and o.total > 0 and o.status <> all (${[...unbilledStatuses]})
    and (o.payment_status in ('paid', 'overpaid') and o.created_at = now() or exists (
      select from order_event e
      cross join jsonb_populate_record(o, jsonb_build_object('payment_status', e.before -> 'paymentStatus')) b
      where e.order_id = o.id and e.at = now() and e.before is not null
        and (becomes_paid(b, o) or o.payment_status in ('paid', 'overpaid')
          and b.payment_status not in ('paid', 'overpaid'))))
    and not exists (
      select from invoice i
      where i.order_id = o.id and i.kind = 'invoice' and i.number is not null
        and i.credited_total < i.total)`

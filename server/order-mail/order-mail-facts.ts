import type { LineUnits } from '#contract/order/order-input.ts'
import type { Tx } from '../lib/db/db.ts'
import type { MailParcel } from './order-mail-items.ts'
import type { MailTerms } from './order-mail-terms.ts'

/** The data of an order that only its emails contain. */
export type OrderMailFacts = {
  language: string
  customerName: string
  cancelReason: string
  /** The amount of the payment or refund, by default of the latest one. Null without one. */
  paidAmount: number | null
  refundedAmount: number | null
  /** The units of the refund. */
  refundedUnits: LineUnits[]
  /** The parcel, also one that was canceled. */
  parcel: MailParcel | null
  /** Orders of the store for the same address in the day before. */
  earlierOrderCount: number
} & MailTerms

/** Returns the data of the email about a part of an order, by default about its latest one. */
export async function findOrderMailFacts(
  tx: Tx,
  orderId: string,
  partId = '',
): Promise<OrderMailFacts | undefined> {
  const selectAmount = (kind: 'payment' | 'refund') => tx`
    select amount from payment
    where order_id = o.id and kind = ${kind} and (${partId} = '' or id::text = ${partId})
    order by at desc, id desc limit 1`
  const [row] = await tx<OrderMailFacts[]>`
    select o.language, o.customer_name, o.cancel_reason,
      (${selectAmount('payment')}) as paid_amount, (${selectAmount('refund')}) as refunded_amount,
      (
        select coalesce(jsonb_agg(jsonb_build_object('line', r.line_id, 'quantity', r.quantity)), '[]')
        from payment p join refund_line r on r.store_id = p.store_id and r.refund_id = p.refund_id
        where p.order_id = o.id and p.id::text = ${partId} and r.quantity > 0
      ) as refunded_units,
      (
        select jsonb_build_object('carrier', f.carrier, 'number', f.tracking_number,
          'url', f.tracking_url, 'lines', f.lines)
        from fulfillment f where f.order_id = o.id and f.id::text = ${partId}
      ) as parcel,
      (
        select count(*)::integer from "order" e
        where e.customer_email = o.customer_email and e.cart_hash is not null and e.id < o.id
          and e.created_at > o.created_at - interval '1 day' and e.created_at <= o.created_at
      ) as earlier_order_count,
      coalesce(c.sections #>> '{policies,terms}', '') as terms,
      coalesce(c.sections #>> '{policies,refund}', '') as refund_policy
    from "order" o left join cms c on c.store_id = o.store_id where o.id = ${orderId}`
  return row
}

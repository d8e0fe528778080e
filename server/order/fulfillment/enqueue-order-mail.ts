import type { OrderMailKind } from '#contract/order/order-mail.ts'
import { selectIsMailed } from '../../customer/rule/mailed-order.ts'
import type { Tx } from '../../lib/db/db.ts'

export type NewOrderMail = {
  orderId: string
  kind: OrderMailKind
  /** The payment, refund, return, claim or parcel that the email is about. */
  partId?: string | undefined
  /** Whether the email answers an act of the shopper on the page of the order. */
  answersShopper?: boolean | undefined
}

/**
 * Queues emails to the shoppers of orders that send emails, and emails that answer an act of a shopper.
 * An email about the same part that still waits is replaced, and one about a shipment contains new
 * tracking. Returns the kinds of the queued emails.
 */
export async function enqueueOrderMails(
  tx: Tx,
  mails: readonly NewOrderMail[],
): Promise<OrderMailKind[]> {
  if (mails.length === 0) return []
  const rows = await tx<{ kind: OrderMailKind }[]>`
    select k.kind, add_job(
      'order.mail',
      json_strip_nulls(json_build_object(
        'storeId', o.store_id, 'id', o.id, 'kind', k.kind, 'partId', m."partId",
        'answersShopper', m."answersShopper")),
      concat_ws(' ', 'order.mail', o.id, k.kind, m."partId"))
    from jsonb_to_recordset(${tx.json(mails)})
      as m ("orderId" uuid, kind text, "partId" text, "answersShopper" boolean)
    join "order" o on o.id = m."orderId"
    cross join lateral (select ${selectKind(tx)} as kind) k
    where m."answersShopper" or ${selectIsMailed(tx)}`
  return rows.map(({ kind }) => kind)
}

/**
 * Selects the kind of the email `m`. While the email about a shipment waits, new tracking is part of it: it is queued
 * again, so that it is sent after the transaction.
 */
const selectKind = (tx: Tx) => tx`
  case when m.kind = 'tracking_updated'
    and not exists (select from order_mail where kind = 'shipped' and not is_enabled)
    and is_order_mail_waiting(concat_ws(' ', 'order.mail', o.id, 'shipped', m."partId"))
  then 'shipped' else m.kind end`

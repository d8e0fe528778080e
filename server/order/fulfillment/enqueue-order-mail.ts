import type { OrderMailKind } from '#contract/order/order-mail.ts'
import type { Tx } from '../../lib/db/db.ts'

/**
 * Selects whether the order `o` is from the storefront, has a payment link, follows another order, or
 * its shopper used its page, also to pay. Others, such as imported ones, send no emails.
 */
const selectIsMailed = (tx: Tx) => tx`
  (o.cart_hash is not null or o.original_order_id is not null or exists (
    select from payment p where p.order_id = o.id and p.provider <> ''
  ) or exists (
    select from order_event e
    where e.order_id = o.id and (
      e.type in ('payment_link_sent', 'payment_link_created', 'withdrawn', 'shopper_edited')
      or e.data @> '{"isFromShopper": true}')))`

/** Selects whether the customer of the order `o` gets emails about it. */
export const selectSendsEmails = (tx: Tx) => tx`
  (o.customer_email <> '' and ${selectIsMailed(tx)})`

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
 * An email about the same part that still waits is replaced. Returns the kinds of the queued emails.
 */
export async function enqueueOrderMails(
  tx: Tx,
  mails: readonly NewOrderMail[],
): Promise<OrderMailKind[]> {
  if (mails.length === 0) return []
  const rows = await tx<{ kind: OrderMailKind }[]>`
    select m.kind, add_job(
      'order.mail',
      json_strip_nulls(json_build_object(
        'storeId', o.store_id, 'id', o.id, 'kind', m.kind, 'partId', m."partId",
        'answersShopper', m."answersShopper")),
      concat_ws(' ', 'order.mail', o.id, m.kind, m."partId"))
    from jsonb_to_recordset(${tx.json(mails)})
      as m ("orderId" uuid, kind text, "partId" text, "answersShopper" boolean)
    join "order" o on o.id = m."orderId"
    where m."answersShopper" or ${selectIsMailed(tx)}`
  return rows.map(({ kind }) => kind)
}

import type { OrderMailKind } from '#contract/order/order-mail.ts'
import type { Tx } from '../../lib/db/db.ts'

/**
 * Selects whether the order `o` is from the storefront, has a payment link or follows another order. Others,
 * such as imported ones, send no emails.
 */
const selectIsMailed = (tx: Tx) => tx`
  (o.cart_hash is not null or o.original_order_id is not null or exists (
    select from order_event
    where order_id = o.id and type in ('payment_link_sent', 'payment_link_created')))`

/** Selects whether the customer of the order `o` gets emails about it. */
export const selectSendsEmails = (tx: Tx) => tx`
  (o.customer_email <> '' and ${selectIsMailed(tx)})`

/**
 * Queues an email to the shopper of an order from the storefront or with a payment link, or of one
 * that follows another order. An email with the same key that still waits is replaced. Other orders,
 * such as imported ones, send no emails: the result has no row.
 */
export const enqueueOrderMail = (tx: Tx, orderId: string, kind: OrderMailKind, key = '') =>
  enqueueOrderMails(tx, [orderId], kind, key)

/** Queues an email of one kind for each of the orders, like `enqueueOrderMail`. */
export const enqueueOrderMails = (
  tx: Tx,
  orderIds: readonly string[],
  kind: OrderMailKind,
  key = '',
) => tx`
  select add_job(
    'order.mail',
    json_build_object('storeId', store_id, 'id', id, 'kind', ${kind}::text),
    'order.mail ' || id || ${` ${kind}${key}`}::text)
  from "order" o where id = any (${orderIds}::uuid[]) and ${selectIsMailed(tx)}`

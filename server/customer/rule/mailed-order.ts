import type { SqlFragment } from '../../lib/call/list.ts'
import type { Tx } from '../../lib/db/db.ts'

/**
 * Selects whether the order `o` is from the storefront, has a payment link, follows another order, or
 * its shopper used its page, also to pay. Others, such as imported ones, send no emails.
 */
export const selectIsMailed = (tx: Tx) => tx`
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

/**
 * Selects whether the order `o` is one that a shopper who has proved this folded email sees. Orders that
 * send no emails, such as imported ones, can have any email.
 */
export const selectIsOfShopper = (tx: Tx, email: string | SqlFragment) => tx`
  (o.folded_email = ${email} and o.folded_email <> '' and o.status <> 'draft' and ${selectSendsEmails(tx)})`

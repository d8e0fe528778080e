import type { Tx } from '../lib/db/db.ts'

/**
 * Transactions lock the rows of a sale in one order, so that they never deadlock:
 *
 *     payment session, checkout, cart, order, discount, variant, product, customer
 *
 * Rows of one table are locked in the order of their ids. A transaction can skip tables, but it never
 * locks a table after one that follows it. Triggers lock rows too: a canceled order returns the uses
 * of its discounts, a change of stock updates the product, and each order updates its customer.
 */
export const lockOrderDiscounts = (tx: Tx, orderIds: readonly string[]) => tx`
  select from discount
  where id in (select discount_id from order_discount where order_id = any (${orderIds}::uuid[]))
  order by id for update`

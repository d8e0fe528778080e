import { Problem } from '../../lib/call/problem.ts'
import type { Tx } from '../../lib/db/db.ts'

/**
 * Transactions lock the rows of a sale in one order, so that they never deadlock:
 *
 *     payment session, checkout, cart, order, discount, variant, product, customer
 *
 * Rows of one table are locked in the order of their ids. A transaction can skip tables, but it never
 * locks a table after one that follows it. An order is locked with the one that it exchanges or replaces.
 * Triggers lock rows too: a canceled order returns the uses of its discounts, a change of stock updates the
 * product, and each order updates its customer.
 */
export const lockOrderDiscounts = (tx: Tx, orderIds: readonly string[]) => tx`
  select from discount
  where id in (select discount_id from order_discount where order_id = any (${orderIds}::uuid[]))
  order by id for update`

/**
 * A payment that has begun is for the total of that time.
 * @throws Problem 409 order_items_being_paid
 */
export async function assertNotBeingPaid(tx: Tx, orderId: string): Promise<void> {
  const [openPayment] = await tx`
    select 1 from payment_session
    where order_id = ${orderId} and state in ('opening', 'open', 'processing')`
  if (openPayment) throw new Problem(409, 'order_items_being_paid')
}

import type { Tx } from '../../lib/db/db.ts'
import { matchIds } from '../../lib/db/match-ids.ts'

/** Returns the query that reads the amounts of the refunds of orders, also of pending ones. */
export const selectRefundAmounts = (tx: Tx, ids: readonly string[]) => tx<
  { orderId: string; amount: number }[]
>`
  select order_id, amount::float8 as amount from refund where order_id ${matchIds(tx, ids)}
  union all
  select order_id, amount::float8 from payment_refund
  where order_id ${matchIds(tx, ids)} and state = 'pending'`

import type { SqlFragment } from '../../lib/call/list.ts'
import type { Tx } from '../../lib/db/db.ts'

/** Returns the condition that a part of the order `o` with this time is of its current customer. */
export const selectIsOfCurrentCustomer = (tx: Tx, time: SqlFragment) => tx`
  (o.customer_since is null or ${time} >= o.customer_since)`

import { OrderWithdrawal } from '#contract/order/order-part.ts'
import type { Tx } from '../../lib/db/db.ts'
import { selectPartColumns } from '../../lib/db/record-part.ts'

const columns = selectPartColumns(OrderWithdrawal, { omit: ['isHeldAgain'] })

/** Selects whether the order of a withdrawal `w` was put on hold again since. */
export const selectIsHeldAgain = (tx: Tx) => tx`
  exists (
    select from order_event e
    where e.order_id = w.order_id and e.type = 'status_changed' and e.data ->> 'to' = 'on_hold'
      and e.at > w.created_at
  )`

/** Returns the query for the withdrawal of an order. */
export const selectWithdrawals = (tx: Tx, orderId: string) => tx`
  select ${columns(tx)}, ${selectIsHeldAgain(tx)} as "isHeldAgain"
  from order_withdrawal w where order_id = ${orderId}`

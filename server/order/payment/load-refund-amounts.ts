import { assertFound } from '../../lib/call/problem.ts'
import type { Tx } from '../../lib/db/db.ts'

/** The amounts of an order that follow from its refunds and returns. Their SQL function describes them. */
export type RefundAmounts = {
  keptTotal: number
  returnDue: number
  waivedTotal: number
  pendingOverpayment: number
}

export async function loadRefundAmounts(tx: Tx, orderId: string): Promise<RefundAmounts> {
  const [row] = await tx<RefundAmounts[]>`
    select amounts.* from "order" o, order_refund_amounts(o) amounts where o.id = ${orderId}`
  return assertFound(row, 'order_not_found')
}

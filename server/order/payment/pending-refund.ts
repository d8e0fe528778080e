import { sum } from '#contract/lib/sum.ts'
import type { Tx } from '../../lib/db/db.ts'
import type { OrderAmounts } from '../fulfillment/order-value.ts'

/** Selects the overpayment that the pending refunds of the order with this `id` return. */
export const selectPendingOverpayment = (tx: Tx, id: ReturnType<Tx>) => tx`
  (
    select coalesce(sum(least(greatest(r.overpayment - coalesce((
      select sum(p.overpayment) from payment p where p.refund_id = r.id
    ), 0), 0), coalesce((
      select sum(f.amount) from payment_refund f where f.refund_id = r.id and f.state = 'pending'
    ), 0))), 0)::float8
    from refund r where r.order_id = ${id}
  )`

export type PendingAmounts = {
  pendingRefunds: readonly { amount: number }[]
  /** The part of the pending refunds that was paid above the total. */
  pendingOverpayment: number
}

/** Returns the amounts that the order has once its providers have confirmed its pending refunds. */
export const withPendingRefunds = <T extends OrderAmounts>(
  order: T,
  { pendingRefunds, pendingOverpayment }: PendingAmounts,
): T => ({
  ...order,
  refundedTotal: order.refundedTotal + sum(pendingRefunds.map(({ amount }) => amount)),
  refundedOverpayment: order.refundedOverpayment + pendingOverpayment,
})

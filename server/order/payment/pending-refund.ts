import { sum } from '#contract/lib/sum.ts'
import type { OrderAmounts } from '../fulfillment/order-value.ts'

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

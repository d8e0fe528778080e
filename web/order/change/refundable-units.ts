import { sum } from '#contract/lib/sum.ts'
import type { Order } from '#contract/order/order.ts'

/** Returns the paid amount that no refund has returned or kept. */
export const getUnrefundedAmount = ({
  paidTotal,
  refundedTotal,
  keptTotal,
  pendingRefunds,
}: Pick<Order, 'paidTotal' | 'refundedTotal' | 'keptTotal' | 'pendingRefunds'>): number =>
  paidTotal - refundedTotal - keptTotal - sum(pendingRefunds.map(({ amount }) => amount))

import { sum } from '#contract/lib/sum.ts'
import type { Order } from '#contract/order/order.ts'

type MoneyOrder = Pick<
  Order,
  'total' | 'paidTotal' | 'refundedTotal' | 'pendingRefunds' | 'keptTotal' | 'balance'
>

/**
 * Returns the amounts of an order that add up on the screen: the total without the reduction, plus the
 * kept amount, is the net total. The paid amount without the refunds is the net payment. The balance is
 * their difference.
 */
export function getOrderMoney(order: MoneyOrder) {
  const { total, paidTotal, refundedTotal, keptTotal, balance } = order
  const pendingTotal = sum(order.pendingRefunds.map(({ amount }) => amount))
  const netPaid = paidTotal - refundedTotal - pendingTotal
  const netTotal = netPaid + balance
  return { pendingTotal, netPaid, netTotal, reduction: total + keptTotal - netTotal }
}

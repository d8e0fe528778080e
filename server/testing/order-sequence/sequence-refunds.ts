import { sum } from '#contract/lib/sum.ts'
import type { Order } from '#contract/order/order.ts'

export const sumPending = ({ pendingRefunds }: Order) =>
  sum(pendingRefunds.map(({ amount }) => amount))

export type FailedAmount = { orderId: string; amount: number }

/** The refunds of an order are equal to the amounts that were refunded, are pending, or failed at the provider. */
export function listWrongRefunds(
  orders: readonly Order[],
  failed: readonly FailedAmount[],
): string[] {
  return orders.flatMap(order => {
    const requested = sum(order.refunds.map(({ amount }) => amount))
    const failedAmount = sum(
      failed.filter(({ orderId }) => orderId === order._id).map(({ amount }) => amount),
    )
    const found = order.refundedTotal + sumPending(order) + failedAmount
    return requested === found ? [] : [`${order.number}: refunds over ${requested}, not ${found}`]
  })
}

import { sum } from '#contract/lib/sum.ts'
import type { Order } from '#contract/order/order.ts'
import type { OrderReturn } from '#contract/order/order-part.ts'

/** Returns the units of each line of an order, or of its return, whose price was not refunded yet. */
export function listRefundableUnits(
  { lines, refunds }: Pick<Order, 'lines' | 'refunds'>,
  orderReturn?: OrderReturn,
): { line: string; quantity: number }[] {
  const countRefunded = (lineId: string, counted: Order['refunds']): number =>
    sum(
      counted
        .flatMap(refund => refund.lines)
        .filter(({ line }) => line === lineId)
        .map(({ quantity }) => quantity),
    )
  const unitsLeft = lines.map(({ _id: line, quantity }) => ({
    line,
    quantity: quantity - countRefunded(line, refunds),
  }))
  if (!orderReturn) return unitsLeft
  return orderReturn.lines.map(({ line, quantity, replacedQuantity, refundedQuantity }) => ({
    line,
    quantity: Math.min(
      quantity - replacedQuantity - refundedQuantity,
      unitsLeft.find(left => left.line === line)?.quantity ?? 0,
    ),
  }))
}

/** Returns the paid amount that no refund has returned or kept. */
export const getUnrefundedAmount = ({
  paidTotal,
  refundedTotal,
  keptTotal,
  pendingRefunds,
}: Pick<Order, 'paidTotal' | 'refundedTotal' | 'keptTotal' | 'pendingRefunds'>): number =>
  paidTotal - refundedTotal - keptTotal - sum(pendingRefunds.map(({ amount }) => amount))

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
  const refundsOfReturn = refunds.filter(refund => refund.return === orderReturn._id)
  return orderReturn.lines.map(({ line, quantity, replacedQuantity }) => ({
    line,
    quantity: Math.min(
      quantity - replacedQuantity - countRefunded(line, refundsOfReturn),
      unitsLeft.find(left => left.line === line)?.quantity ?? 0,
    ),
  }))
}

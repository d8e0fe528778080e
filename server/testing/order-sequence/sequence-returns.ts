import { sum } from '#contract/lib/sum.ts'
import type { Order } from '#contract/order/order.ts'
import type { OrderReturn } from '#contract/order/order-part.ts'
import { sumPending } from './sequence-refunds.ts'

type Line = Order['lines'][number]
type ReturnStatuses = readonly OrderReturn['status'][]

/** Returns the units of a line that came back in returns with these statuses, and that none of their refunds names. */
function countUnrefunded(
  { returns, refunds }: Order,
  { _id: id }: Line,
  statuses: ReturnStatuses,
): number {
  const ofLine = <T extends { line: string | null }>(parts: readonly T[]) =>
    parts.filter(({ line }) => line === id)
  return sum(
    returns
      .filter(({ kind, status }) => kind === 'return' && statuses.includes(status))
      .map(({ _id, lines }) => {
        const refunded = refunds
          .filter(refund => refund.return === _id)
          .flatMap(refund => ofLine(refund.lines))
        const received = ofLine(lines).map(line => line.receivedQuantity - line.replacedQuantity)
        return Math.max(0, sum(received) - sum(refunded.map(({ quantity }) => quantity)))
      }),
  )
}

/** Returns the price of units that came back in open returns and wait for their refund. */
export const sumReturnDue = (order: Order): number =>
  sum(
    order.lines.map(line => {
      const units = countUnrefunded(order, line, ['accepted', 'in_transit', 'received'])
      return Math.round((line.total * units) / line.quantity)
    }),
  )

/**
 * A returned order whose returns are completed without a refund owes only what was paid above its total, and what
 * refunds did not return because they failed.
 */
export const hasWaivedReturns = (order: Order & { requestedOverpayment: number }): boolean => {
  const { total, paidTotal, refundedTotal, requestedOverpayment, refunds, balance } = order
  const requested = sum(refunds.map(({ amount }) => amount))
  const failed = requested - refundedTotal - sumPending(order)
  return (
    order.status !== 'returned' ||
    order.lines.some(line => line.returnedQuantity !== countUnrefunded(order, line, ['settled'])) ||
    balance === 0 - (Math.max(0, paidTotal - total) - requestedOverpayment + failed)
  )
}

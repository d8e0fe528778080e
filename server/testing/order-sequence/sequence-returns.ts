import { sum } from '#contract/lib/sum.ts'
import type { Order } from '#contract/order/order.ts'
import type { OrderReturn } from '#contract/order/order-part.ts'

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

/** A returned order without refunds whose returns are completed owes only what was paid above its total. */
export const hasWaivedReturns = (order: Order): boolean =>
  order.status !== 'returned' ||
  order.refunds.length > 0 ||
  order.lines.some(line => line.returnedQuantity !== countUnrefunded(order, line, ['settled'])) ||
  order.balance === 0 - Math.max(0, order.paidTotal - order.total)

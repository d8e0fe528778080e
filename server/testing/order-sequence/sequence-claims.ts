import { sum } from '#contract/lib/sum.ts'
import type { Order } from '#contract/order/order.ts'
import type { OrderReturn } from '#contract/order/order-part.ts'

/** Claims that staff settle by hand can have units left. */
const isSettledByHand = ({ timeline }: Order, { number }: OrderReturn): boolean =>
  timeline.some(
    ({ type, data }) =>
      type === 'claim_settled' && data['return'] === number && data['order'] === undefined,
  )

/** Returns how many units of a claim were neither replaced nor refunded, without units that a replacement lacks. */
function countOpenUnits(orders: readonly Order[], { lines, newOrders }: OrderReturn): number {
  const removed = orders
    .filter(({ _id }) => newOrders.some(each => each._id === _id))
    .flatMap(order => order.lines.map(({ removedQuantity }) => removedQuantity))
  const open = lines.map(line => line.quantity - line.replacedQuantity - line.refundedQuantity)
  return sum(open) - sum(removed)
}

/** A claim that a replacement or a refund has settled has no units left, also after edits of the replacement. */
export const listWrongClaims = (orders: readonly Order[]): string[] =>
  orders.flatMap(order =>
    order.returns
      .filter(({ kind, status }) => kind === 'claim' && status === 'settled')
      .filter(claim => !isSettledByHand(order, claim) && countOpenUnits(orders, claim) > 0)
      .map(({ number }) => `${number}: a settled claim has units left`),
  )

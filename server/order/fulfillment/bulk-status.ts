import type { OrderStatus } from '#contract/order/order-state.ts'
import type { PlainErrorCode } from '../../lib/call/error-message.ts'
import {
  isEmptied,
  isLost,
  listAllowedTransitions,
  type OrderState,
  statusSequence,
} from './order-status.ts'

/** Returns whether an order has a status or a later one. Bulk changes leave such an order as it is. */
export const hasReached = (from: OrderStatus, to: OrderStatus): boolean =>
  from === to ||
  (statusSequence.includes(to) && statusSequence.indexOf(from) >= statusSequence.indexOf(to))

const statusReasons: Partial<Record<OrderStatus, PlainErrorCode>> = {
  draft: 'order_is_draft',
  on_hold: 'order_is_on_hold',
  cancelled: 'order_is_canceled',
  returned: 'order_is_returned',
}

/** Returns why the status of an order allows no payment in a bulk call. A hold can wait for one. */
export const findUnpayableReason = (status: OrderStatus): PlainErrorCode | undefined =>
  status === 'on_hold' ? undefined : statusReasons[status]

/**
 * Returns why a bulk change skips an order that has not reached the status, in the words of the
 * seller. A bulk change ends no hold, because it does not show for what each order is held.
 */
export function findSkipReason(order: OrderState, to: OrderStatus): PlainErrorCode | undefined {
  const { status: from } = order
  if (from === 'on_hold' && to !== 'cancelled') return 'order_is_on_hold'
  if (listAllowedTransitions(order).includes(to)) return undefined
  if (to === 'cancelled') return from === 'returned' ? 'order_is_returned' : 'order_has_shipped'
  if (from !== 'cancelled' || to !== 'pending')
    return statusReasons[from] ?? findOpenStep(order, to)
  return undefined
}

/** Returns the step that an order in progress has not passed, or has passed already. */
function findOpenStep(order: OrderState, to: OrderStatus): PlainErrorCode | undefined {
  if (to === 'on_hold') return 'order_has_shipped'
  if (!['delivered', 'completed', 'returned'].includes(to)) return undefined
  if (to === 'delivered' && isLost(order)) return 'order_is_lost'
  if (!hasReached(order.status, 'shipped'))
    return isEmptied(order.lines) ? 'order_is_empty' : 'order_not_shipped'
  return 'order_not_delivered'
}

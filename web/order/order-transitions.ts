import type { Order } from '#contract/order/order.ts'
import type { OrderStatus } from '#contract/order/order-state.ts'

/**
 * The verb of a status change. It depends on both statuses, because some changes revert another.
 */
export type OrderTransitionVerb =
  | 'place'
  | 'reopen'
  | 'release'
  | 'confirm'
  | 'process'
  | 'backToProcessing'
  | 'undoShipment'
  | 'ready'
  | 'ship'
  | 'undoDelivery'
  | 'deliver'
  | 'backToDelivered'
  | 'complete'
  | 'hold'
  | 'cancel'
  | 'return'

const defaultVerbs: Record<OrderStatus, OrderTransitionVerb> = {
  draft: 'place',
  pending: 'reopen',
  confirmed: 'confirm',
  processing: 'process',
  ready: 'ready',
  shipped: 'ship',
  delivered: 'deliver',
  completed: 'complete',
  on_hold: 'hold',
  cancelled: 'cancel',
  returned: 'return',
}
const reverseVerbs: Partial<
  Record<OrderStatus, Partial<Record<OrderStatus, OrderTransitionVerb>>>
> = {
  draft: { pending: 'place' },
  ready: { processing: 'backToProcessing' },
  shipped: { processing: 'undoShipment' },
  delivered: { shipped: 'undoDelivery' },
  completed: { delivered: 'backToDelivered' },
}

export function getTransitionVerb(
  currentStatus: OrderStatus,
  targetStatus: OrderStatus,
): OrderTransitionVerb {
  if (currentStatus === 'on_hold' && targetStatus !== 'cancelled') return 'release'
  return reverseVerbs[currentStatus]?.[targetStatus] ?? defaultVerbs[targetStatus]
}

const likelyTransitions: Record<OrderStatus, OrderStatus[]> = {
  draft: ['pending'],
  pending: ['confirmed'],
  confirmed: ['processing', 'shipped'],
  processing: ['ready', 'shipped'],
  ready: ['shipped', 'delivered'],
  shipped: ['delivered'],
  delivered: ['completed'],
  completed: [],
  on_hold: ['pending', 'confirmed', 'processing', 'ready'],
  cancelled: ['pending'],
  returned: ['completed'],
}

/** Returns the most likely next status of those that the server allows. */
export const getLikelyNextStatus = ({
  status,
  allowedTransitions,
}: Pick<Order, 'status' | 'allowedTransitions'>): OrderStatus | undefined =>
  likelyTransitions[status].find(target => allowedTransitions.includes(target))

/**
 * Returns the allowed statuses except the likely next one. `shipped` is first, because most orders
 * are shipped.
 */
export function listOtherStatuses(
  order: Pick<Order, 'status' | 'allowedTransitions'>,
): OrderStatus[] {
  const likelyStatus = getLikelyNextStatus(order)
  return order.allowedTransitions
    .filter(target => target !== likelyStatus)
    .toSorted((one, other) => Number(other === 'shipped') - Number(one === 'shipped'))
}

/** Returns whether a change needs more data first: tracking, a reason, or whether to restock. */
export const requiresTransitionDialog = (
  { status, balance }: Pick<Order, 'status' | 'balance'>,
  targetStatus: OrderStatus,
): boolean =>
  targetStatus === 'cancelled' ||
  targetStatus === 'on_hold' ||
  targetStatus === 'returned' ||
  (targetStatus === 'shipped' && status !== 'delivered') ||
  (targetStatus === 'completed' && balance > 0)

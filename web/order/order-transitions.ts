import type { Order } from '#contract/order.ts'
import type { OrderStatus } from '#contract/order-state.ts'

/** What a button says that moves an order: the words depend on where it comes from, since some moves take one back. */
export type OrderMoveVerb =
  | 'place'
  | 'reopen'
  | 'release'
  | 'confirm'
  | 'process'
  | 'unready'
  | 'unship'
  | 'ready'
  | 'ship'
  | 'undeliver'
  | 'deliver'
  | 'uncomplete'
  | 'complete'
  | 'hold'
  | 'cancel'
  | 'return'

const defaultVerbs: Record<OrderStatus, OrderMoveVerb> = {
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
const reverseVerbs: Partial<Record<OrderStatus, Partial<Record<OrderStatus, OrderMoveVerb>>>> = {
  draft: { pending: 'place' },
  ready: { processing: 'unready' },
  shipped: { processing: 'unship' },
  delivered: { shipped: 'undeliver' },
  completed: { delivered: 'uncomplete' },
}

export function getMoveVerb(currentStatus: OrderStatus, targetStatus: OrderStatus): OrderMoveVerb {
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

/** The move that a seller makes next, out of those the server allows. */
export const getLikelyNextStatus = ({
  status,
  allowedTransitions,
}: Pick<Order, 'status' | 'allowedTransitions'>): OrderStatus | undefined =>
  likelyTransitions[status].find(target => allowedTransitions.includes(target))

/** Moves that need an answer first: where the parcel is, why, or whether the pieces come back. */
export const requiresMoveDialog = (
  { status, balance }: Pick<Order, 'status' | 'balance'>,
  targetStatus: OrderStatus,
): boolean =>
  targetStatus === 'cancelled' ||
  targetStatus === 'on_hold' ||
  targetStatus === 'returned' ||
  (targetStatus === 'shipped' && status !== 'delivered') ||
  (targetStatus === 'completed' && balance > 0)

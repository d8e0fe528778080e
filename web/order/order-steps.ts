import type { Order, OrderStatus } from '#contract/order.ts'

/** What a button says that moves an order: the words depend on where it comes from, since some moves take one back. */
export type Verb =
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

const plain: Record<OrderStatus, Verb> = {
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
const backwards: Partial<Record<OrderStatus, Partial<Record<OrderStatus, Verb>>>> = {
  draft: { pending: 'place' },
  ready: { processing: 'unready' },
  shipped: { processing: 'unship' },
  delivered: { shipped: 'undeliver' },
  completed: { delivered: 'uncomplete' },
}

export function verbOf(from: OrderStatus, to: OrderStatus): Verb {
  if (from === 'on_hold' && to !== 'cancelled') return 'release'
  return backwards[from]?.[to] ?? plain[to]
}

const likely: Record<OrderStatus, OrderStatus[]> = {
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
export const likelyNext = ({
  status,
  allowedTransitions,
}: Pick<Order, 'status' | 'allowedTransitions'>): OrderStatus | undefined =>
  likely[status].find(to => allowedTransitions.includes(to))

/** Moves that need an answer first: where the parcel is, why, or whether the pieces come back. */
export const asksFirst = (
  { status, balance }: Pick<Order, 'status' | 'balance'>,
  to: OrderStatus,
): boolean =>
  to === 'cancelled' ||
  to === 'on_hold' ||
  to === 'returned' ||
  (to === 'shipped' && status !== 'delivered') ||
  (to === 'completed' && balance > 0)

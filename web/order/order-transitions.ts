import { listOpenUnits } from '#contract/order/open-units.ts'
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

/** The one filled button of the page: a change of the status, or the dialog of another change. */
export type OrderStep =
  | { kind: 'status'; status: OrderStatus }
  | { kind: 'dialog'; dialog: 'parcel' | 'payment' }
type StepOrder = Pick<Order, 'status' | 'allowedTransitions' | 'lines' | 'fulfillments' | 'balance'>

const openStatuses: readonly OrderStatus[] = ['pending', 'confirmed', 'processing', 'ready']

/** Returns the next step of the order, or undefined if it needs none. */
export function getNextStep(order: StepOrder): OrderStep | undefined {
  const { status, allowedTransitions, balance } = order
  const toStatus = (...targets: OrderStatus[]): OrderStep | undefined => {
    const target = targets.find(candidate => allowedTransitions.includes(candidate))
    return target && { kind: 'status', status: target }
  }
  if (status === 'draft') return toStatus('pending')
  if (status === 'on_hold') return toStatus(...openStatuses)
  if (openStatuses.includes(status))
    return listOpenUnits(order).length > 0
      ? { kind: 'dialog', dialog: 'parcel' }
      : toStatus('delivered', 'shipped')
  if (status === 'shipped') return toStatus('delivered')
  return status !== 'cancelled' && balance > 0 ? { kind: 'dialog', dialog: 'payment' } : undefined
}

/** Returns the allowed statuses except that of the next step. Units are shipped in parcels. */
export const listOtherStatuses = (order: StepOrder): OrderStatus[] => {
  const step = getNextStep(order)
  const isFulfilled = step?.kind === 'dialog' && step.dialog === 'parcel'
  return order.allowedTransitions.filter(
    target =>
      !(step?.kind === 'status' && target === step.status) &&
      !(isFulfilled && target === 'shipped'),
  )
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

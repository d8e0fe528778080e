import { hasUnshippedUnits, isWithdrawable, listOpenUnits } from '#contract/order/open-units.ts'
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

/** A new status of the order, or the dialog that creates a parcel, or records a payment or a refund. */
export type OrderStep = OrderStatus | 'parcel' | 'payment' | 'refund'
type StepOrder = Pick<
  Order,
  | 'status'
  | 'archivedAt'
  | 'allowedTransitions'
  | 'lines'
  | 'fulfillments'
  | 'balance'
  | 'withdrawal'
  | 'paidTotal'
  | 'refundedTotal'
>

const openStatuses: readonly OrderStatus[] = ['pending', 'confirmed', 'processing', 'ready']

/**
 * Returns the step of the one filled button, or undefined if the order needs none. `storeSteps` are
 * the optional steps that the store has turned on. Units whose shopper has withdrawn are not shipped. An
 * archived order leaves the archive before any other change.
 */
export function getNextStep(
  order: StepOrder,
  storeSteps: readonly OrderStatus[],
): OrderStep | undefined {
  const { status, allowedTransitions, fulfillments, balance } = order
  if (order.archivedAt !== null) return undefined
  const findAllowed = (...targets: readonly OrderStatus[]) =>
    targets.find(target => allowedTransitions.includes(target))
  if (status === 'draft') return findAllowed('pending')
  if (isHeldByWithdrawal(order))
    return (order.lines.every(isStopped) && findAllowed('cancelled')) || getRemovalStep(order)
  if (status === 'on_hold') return findAllowed(...openStatuses)
  if (status === 'shipped') return findAllowed('delivered')
  if (openStatuses.includes(status)) {
    const laterSteps = openStatuses
      .slice(openStatuses.indexOf(status) + 1)
      .filter(step => storeSteps.includes(step))
    const nextStep = fulfillments.length === 0 ? findAllowed(...laterSteps) : undefined
    return nextStep ?? (hasOpenUnits(order) ? 'parcel' : findAllowed('delivered', 'shipped'))
  }
  return status !== 'cancelled' && balance > 0 ? 'payment' : undefined
}

/** Returns whether the order is on hold because of units whose shopper has withdrawn. */
const isHeldByWithdrawal = ({ status, withdrawal, lines }: StepOrder): boolean =>
  status === 'on_hold' &&
  withdrawal?.isHeldAgain === false &&
  lines.some(line => isWithdrawable(line) && hasUnshippedUnits(line))

/** Returns whether no unit of the line is shipped after the withdrawal. */
const isStopped = (line: Order['lines'][number]): boolean =>
  isWithdrawable(line) || !hasUnshippedUnits(line)

/** Returns the step that takes withdrawn units off an order whose other units are or were shipped. */
function getRemovalStep(order: StepOrder): OrderStep | undefined {
  const lines = order.lines.filter(isWithdrawable)
  const isRemovable = order.paidTotal > order.refundedTotal && hasOpenUnits({ ...order, lines })
  return isRemovable ? 'refund' : undefined
}

/**
 * Returns the steps of the menu: all others that are allowed. Units are shipped in parcels, and open
 * orders skip the optional steps that the store has not turned on.
 */
export function listOtherSteps(order: StepOrder, storeSteps: readonly OrderStatus[]): OrderStep[] {
  const isOpen = openStatuses.includes(order.status)
  const nextStep = getNextStep(order, storeSteps)
  return (
    order.allowedTransitions
      .filter(step => !isOpen || !openStatuses.includes(step) || storeSteps.includes(step))
      // The menu of a parcel takes its shipment back, so that the parcel keeps its items and tracking.
      .filter(step => step !== 'processing' || !order.fulfillments.some(isShipped))
      .map(step => (step === 'shipped' && isOpen && hasOpenUnits(order) ? 'parcel' : step))
      .filter(step => step !== nextStep)
  )
}

const isShipped = ({ status }: Order['fulfillments'][number]) => status === 'shipped'

const hasOpenUnits = (order: Pick<StepOrder, 'lines' | 'fulfillments'>): boolean =>
  listOpenUnits(order).length > 0

/** Returns whether a change needs more data first: tracking, a reason, or whether to restock or email the customer. */
export const requiresTransitionDialog = (
  { status, balance }: Pick<Order, 'status' | 'balance'>,
  targetStatus: OrderStatus,
): boolean =>
  targetStatus === 'cancelled' ||
  targetStatus === 'on_hold' ||
  targetStatus === 'returned' ||
  (targetStatus === 'shipped' && status !== 'delivered') ||
  (targetStatus === 'delivered' && status !== 'completed') ||
  (targetStatus === 'completed' && balance > 0)

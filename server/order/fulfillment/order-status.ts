import type {
  FulfillmentState,
  FulfillmentStatus,
  OrderStatus,
  PaymentStatus,
  ReturnProgress,
} from '#contract/order/order-state.ts'
import { getOrderValue, getRefundedValue, type OrderAmounts } from './order-value.ts'

/** The part of an order that the status rules depend on. */
export type OrderState = {
  status: OrderStatus
  previousStatus: OrderStatus | null
  refundedTotal: number
  /** The refunds that were requested, also those that are pending or failed. */
  refunds: readonly { amount: number }[]
  deliveredAt: string | null
  lines: readonly {
    quantity: number
    removedQuantity?: number
    returnedQuantity?: number
    fulfilledQuantity: number
    requiresShipping: boolean
  }[]
  fulfillments: readonly { status: FulfillmentState }[]
}

/** Statuses that users can set, by current status. Steps can be skipped: pending to shipped. */
export const statusTransitions: Record<OrderStatus, readonly OrderStatus[]> = {
  draft: ['pending', 'cancelled'],
  pending: ['confirmed', 'processing', 'ready', 'shipped', 'delivered', 'on_hold', 'cancelled'],
  confirmed: ['processing', 'ready', 'shipped', 'delivered', 'on_hold', 'cancelled'],
  processing: ['ready', 'shipped', 'delivered', 'on_hold', 'cancelled'],
  ready: ['shipped', 'delivered', 'processing', 'on_hold', 'cancelled'],
  shipped: ['delivered', 'returned', 'processing'],
  delivered: ['completed', 'returned', 'shipped'],
  completed: ['returned', 'delivered'],
  on_hold: ['pending', 'confirmed', 'processing', 'ready', 'cancelled'],
  cancelled: ['pending'],
  returned: [],
}

export const canBeCanceled = (status: OrderStatus): boolean =>
  statusTransitions[status].includes('cancelled')

const undoDeliveryWindowMs = 24 * 3_600_000
const hasFulfillment = (
  { fulfillments }: Pick<OrderState, 'fulfillments'>,
  status: FulfillmentState,
) => fulfillments.some(fulfillment => fulfillment.status === status)
const hasReturnedUnits = ({ lines }: Pick<OrderState, 'lines'>) =>
  lines.some(({ returnedQuantity = 0 }) => returnedQuantity > 0)
/** A refund that is pending or failed is returned later, also by a retry. */
const hasRefund = ({ refundedTotal, refunds }: Pick<OrderState, 'refundedTotal' | 'refunds'>) =>
  refundedTotal > 0 || refunds.some(({ amount }) => amount > 0)
const needsShipping = (order: OrderState) => order.lines.some(line => line.requiresShipping)
/** Returns whether no parcel arrived or is on the way because all are lost. */
export const isLost = (order: Pick<OrderState, 'fulfillments'>) =>
  hasFulfillment(order, 'lost') &&
  !hasFulfillment(order, 'delivered') &&
  !hasFulfillment(order, 'shipped')

/** Returns whether all units were removed, so that there is none to ship. */
export const isEmptied = (lines: OrderState['lines']): boolean =>
  lines.length > 0 &&
  lines.every(({ quantity, removedQuantity = 0 }) => quantity === removedQuantity)

/** Returns the status that an order gets back when its hold ends. */
export const getStatusBeforeHold = ({ previousStatus }: Pick<OrderState, 'previousStatus'>) =>
  previousStatus ?? 'pending'

/** Returns the transitions that the order's fulfillments, refunds and delivery time allow. */
export function listAllowedTransitions(order: OrderState, now = Date.now()): OrderStatus[] {
  const { status: from } = order
  const isEmpty = isEmptied(order.lines)
  if (isEmpty && canBeCanceled(from)) return ['cancelled']
  if (isEmpty && from === 'cancelled') return []
  return statusTransitions[from].filter(to => {
    // Units that left are not taken back by a cancellation, also on hold.
    if (to === 'cancelled') return !order.lines.some(line => line.fulfilledQuantity > 0)
    if (from === 'on_hold') return to === getStatusBeforeHold(order)
    if (from === 'cancelled') return !hasRefund(order)
    if (from === 'shipped' && to === 'processing')
      return !hasFulfillment(order, 'delivered') && !isLost(order) && !hasReturnedUnits(order)
    if (from === 'delivered' && to === 'shipped')
      return (
        hasFulfillment(order, 'delivered') &&
        now - Date.parse(order.deliveredAt ?? '') < undoDeliveryWindowMs
      )
    if (to === 'delivered') return isDeliverable(order)
    return true
  })
}

/** Shipped orders deliver their parcels. Units in lost parcels alone deliver no order. */
function isDeliverable(order: OrderState): boolean {
  if (order.status === 'shipped') return !isLost(order)
  if (order.status === 'completed') return !hasFulfillment(order, 'shipped') && !isLost(order)
  return !needsShipping(order)
}

/** The statuses that an order passes, in their order. */
export const statusSequence: readonly OrderStatus[] = [
  'pending',
  'confirmed',
  'processing',
  'ready',
  'shipped',
  'delivered',
  'completed',
]
type OrderTotalsState = OrderAmounts & {
  status: OrderStatus
  paymentStatus: PaymentStatus
  keptTotal?: number
  /** The paid price of units that came back and wait for their refund. */
  returnDue?: number
  /** The price of units that came back in returns that were completed without a refund. */
  waivedTotal?: number
}

/** Canceled and returned orders owe nothing. */
const isClosed = (status: OrderStatus) => status === 'cancelled' || status === 'returned'

/**
 * Returns the payment status that follows from the amounts. An authorized payment stays authorized
 * until money arrives or the order is canceled or returned.
 */
export function getPaymentStatus({
  status,
  paymentStatus,
  ...amounts
}: OrderTotalsState): PaymentStatus {
  const { total, paidTotal, refundedTotal } = amounts
  const netPaid = paidTotal - refundedTotal
  if (paidTotal === 0) {
    if (status === 'cancelled') return 'voided'
    if (total === 0) return 'paid'
    if (status === 'returned') return 'voided'
    return paymentStatus === 'authorized' ? 'authorized' : 'unpaid'
  }
  const refundedValue = getRefundedValue(amounts)
  const value = isClosed(status) ? Math.max(total - refundedValue, 0) : getOrderValue(amounts)
  if (netPaid < value && !isClosed(status)) return netPaid > 0 ? 'partially_paid' : 'unpaid'
  if (netPaid === 0) return 'refunded'
  if (netPaid > value) return 'overpaid'
  if (refundedValue > 0) return 'partially_refunded'
  return netPaid === value ? 'paid' : 'partially_paid'
}

type PaidOrderState = { status: OrderStatus; paymentStatus: PaymentStatus }
const duePaymentStatuses: readonly PaymentStatus[] = [
  'unpaid',
  'authorized',
  'partially_paid',
  'voided',
]

/** Returns whether an order is paid in full, also after partial refunds. */
export const isPaidInFull = ({ status, paymentStatus }: PaidOrderState): boolean =>
  paymentStatus === 'paid' ||
  paymentStatus === 'overpaid' ||
  (paymentStatus === 'partially_refunded' && !isClosed(status))

/** Returns whether a change completes the payment of an order. `becomes_paid` is the same in SQL. */
export const becomesPaid = (before: PaidOrderState, after: PaidOrderState): boolean =>
  duePaymentStatuses.includes(before.paymentStatus) && isPaidInFull(after)

type FulfillmentLines = {
  status: FulfillmentState
  lines: readonly { quantity: number }[]
}

/** Units that were refunded before their shipping are not shipped. */
const countUnitsToShip = (lines: OrderState['lines']) =>
  lines.reduce((sum, { quantity, removedQuantity = 0 }) => sum + quantity - removedQuantity, 0)

/** Returns whether all units that were not removed came back. */
const isReturned = (lines: OrderState['lines']) =>
  lines.some(({ returnedQuantity = 0 }) => returnedQuantity > 0) &&
  lines.every(
    ({ quantity, removedQuantity = 0, returnedQuantity = 0 }) =>
      quantity === removedQuantity + returnedQuantity,
  )

/** Returns how many units came back. */
export function getReturnProgress(lines: OrderState['lines']): ReturnProgress {
  if (isReturned(lines)) return 'returned'
  return hasReturnedUnits({ lines }) ? 'partially_returned' : 'none'
}

/**
 * Returns the status of an order after a change of its fulfillments: an order in progress is shipped
 * once all of its units are, delivered once none of its parcels is on the way and one arrived, and
 * returned once all units are. A hold ends once units have left and none are open.
 */
export function deriveStatus({
  status,
  lines,
  fulfillments,
}: Pick<OrderState, 'status' | 'lines' | 'fulfillments'>): OrderStatus {
  const isOnHold = status === 'on_hold'
  if (!isOnHold && !statusSequence.includes(status)) return status
  if (isReturned(lines)) return 'returned'
  const linesToShip = lines.filter(line => line.requiresShipping)
  const shipped = linesToShip.reduce((sum, line) => sum + line.fulfilledQuantity, 0)
  const hasLeft = ['shipped', 'delivered', 'completed'].includes(status)
  if (shipped === 0) return hasLeft && linesToShip.length > 0 ? 'processing' : status
  if (shipped < countUnitsToShip(linesToShip)) return isOnHold ? status : 'processing'
  if (status === 'completed') return status
  const parcels = { fulfillments }
  return hasFulfillment(parcels, 'shipped') || isLost(parcels) ? 'shipped' : 'delivered'
}

/** Returns the fulfillment status of the units that require shipping and were not removed. */
export function getFulfillmentStatus(
  lines: OrderState['lines'],
  fulfillments: readonly FulfillmentLines[],
): FulfillmentStatus {
  const linesToShip = lines.filter(line => line.requiresShipping)
  const ordered = countUnitsToShip(linesToShip)
  if (ordered === 0) return 'not_required'
  const fulfilledQuantity = linesToShip.reduce((sum, line) => sum + line.fulfilledQuantity, 0)
  const delivered = fulfillments
    .filter(fulfillment => fulfillment.status === 'delivered')
    .flatMap(fulfillment => fulfillment.lines)
    .reduce((sum, line) => sum + line.quantity, 0)
  if (fulfilledQuantity === 0) return 'unfulfilled'
  if (delivered > 0) return delivered < ordered ? 'partially_delivered' : 'delivered'
  return fulfilledQuantity < ordered ? 'partially_fulfilled' : 'fulfilled'
}

/**
 * Returns the amount to pay in minor units; a negative balance is to be refunded. A refund does not
 * increase the balance. Canceled and returned orders owe nothing, and get back what was paid without
 * the amount that refunds kept, such as fees, and without what staff decided not to refund. So do the units of
 * other orders that came back.
 */
export function getBalance({
  status,
  keptTotal = 0,
  returnDue = 0,
  waivedTotal = 0,
  ...amounts
}: Omit<OrderTotalsState, 'paymentStatus'>): number {
  const netPaid = amounts.paidTotal - amounts.refundedTotal
  const refundable = Math.max(netPaid - keptTotal, 0)
  if (isClosed(status)) return 0 - Math.max(refundable - waivedTotal, 0)
  return getOrderValue(amounts) - netPaid - Math.min(returnDue, refundable)
}

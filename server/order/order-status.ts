import { type FulfillmentStatus, OrderStatus, type PaymentStatus } from '#contract/order.ts'
import { refuseField } from '../lib/call/problem.ts'

/** What the rules need to know of an order. */
export type Standing = {
  status: OrderStatus
  previousStatus: OrderStatus | null
  refundedTotal: number
  deliveredAt: string | null
  lines: readonly { quantity: number; fulfilled: number; requiresShipping: boolean }[]
  parcels: readonly { status: 'shipped' | 'delivered' | 'cancelled' }[]
}

/** Where an order may go by hand. Forward jumps are meant: one tap from pending to shipped. */
export const moves: Record<OrderStatus, readonly OrderStatus[]> = {
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
  returned: ['completed'],
}

const undoDeliveryMs = 24 * 3_600_000
const has = (order: Standing, status: 'shipped' | 'delivered') =>
  order.parcels.some(parcel => parcel.status === status)
const needsShipping = (order: Standing) => order.lines.some(line => line.requiresShipping)

/** The moves of the table that this order's parcels, money and age allow. */
export function allowedTransitions(order: Standing, now = Date.now()): OrderStatus[] {
  const { status: from } = order
  return moves[from].filter(to => {
    if (from === 'on_hold') return to === 'cancelled' || to === (order.previousStatus ?? 'pending')
    if (from === 'cancelled') return order.refundedTotal === 0
    if (to === 'cancelled') return !order.lines.some(line => line.fulfilled > 0)
    if (from === 'shipped' && to === 'processing') return !has(order, 'delivered')
    if (from === 'delivered' && to === 'shipped')
      return has(order, 'delivered') && now - Date.parse(order.deliveredAt ?? '') < undoDeliveryMs
    if (to === 'delivered' && from !== 'shipped' && from !== 'completed')
      return !needsShipping(order)
    return true
  })
}

const synonyms = new Map<string, OrderStatus>([
  ['canceled', 'cancelled'],
  ['complete', 'completed'],
  ['fulfilled', 'shipped'],
  ['dispatched', 'shipped'],
  ['accepted', 'confirmed'],
  ['preparing', 'processing'],
  ['in_progress', 'processing'],
  ['new', 'pending'],
  ['placed', 'pending'],
  ['open', 'pending'],
  ['hold', 'on_hold'],
])
const moneyWords = new Map([
  ['paid', 'Money received is recorded with POST /api/order/addPayment/{id}'],
  ['refunded', 'Money given back is recorded with POST /api/order/addRefund/{id}'],
])

/** The status that a word means, however it is spelt; refuses with 422 what is none. */
export function readStatus(word: string): OrderStatus {
  const name = word
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
  const money = moneyWords.get(name)
  if (money) throw refuseField('status', 'not_a_status', money)
  const status = OrderStatus.safeParse(synonyms.get(name) ?? name)
  if (!status.success)
    throw refuseField('status', 'invalid_value', `Must be one of ${OrderStatus.options.join(', ')}`)
  return status.data
}

const way: readonly OrderStatus[] = [
  'pending',
  'confirmed',
  'processing',
  'ready',
  'shipped',
  'delivered',
  'completed',
]
type Stamp = 'confirmedAt' | 'shippedAt' | 'deliveredAt' | 'completedAt' | 'cancelledAt'
const stamps: Partial<Record<OrderStatus, Stamp>> = {
  confirmed: 'confirmedAt',
  shipped: 'shippedAt',
  delivered: 'deliveredAt',
  completed: 'completedAt',
}
const stampOf = (status: OrderStatus) => stamps[status] ?? []

/**
 * The steps that a move jumps over, and the moments it sets or takes back. What was skipped happened at the same time;
 * what an order steps back behind has not happened.
 */
export function stepsOf(
  from: OrderStatus,
  to: OrderStatus,
  needsParcel: boolean,
): { skipped: OrderStatus[]; sets: Stamp[]; clears: Stamp[] } {
  if (to === 'cancelled') return { skipped: [], sets: ['cancelledAt'], clears: [] }
  if (from === 'cancelled') return { skipped: [], sets: [], clears: ['cancelledAt', 'confirmedAt'] }
  if (to === 'on_hold' || from === 'on_hold' || to === 'returned')
    return { skipped: [], sets: [], clears: [] }
  if (from === 'returned') return { skipped: [], sets: ['completedAt'], clears: [] }
  const [start, end] = [way.indexOf(from), way.indexOf(to)]
  if (end < start)
    return { skipped: [], sets: [], clears: way.slice(end + 1, start + 1).flatMap(stampOf) }
  const passed = way.slice(start + 1, end + 1).filter(step => step !== 'shipped' || needsParcel)
  return { skipped: passed.filter(step => step !== to), sets: passed.flatMap(stampOf), clears: [] }
}

type Sums = {
  status: OrderStatus
  paymentStatus: PaymentStatus
  total: number
  paidTotal: number
  refundedTotal: number
}

/** Follows from the sums alone, but that an authorisation stands until money comes or the order is cancelled. */
export function paymentStatusOf({
  status,
  paymentStatus,
  total,
  paidTotal,
  refundedTotal,
}: Sums): PaymentStatus {
  const kept = paidTotal - refundedTotal
  if (paidTotal === 0) {
    if (status === 'cancelled') return 'voided'
    if (total === 0) return 'paid'
    return paymentStatus === 'authorized' ? 'authorized' : 'unpaid'
  }
  if (kept === 0) return 'refunded'
  if (kept > total) return 'overpaid'
  if (kept === total) return 'paid'
  return refundedTotal > 0 ? 'partially_refunded' : 'partially_paid'
}

type Parcel = {
  status: 'shipped' | 'delivered' | 'cancelled'
  lines: readonly { quantity: number }[]
}

/** Follows from what is packed and delivered of the lines that need shipping. */
export function fulfillmentStatusOf(
  lines: Standing['lines'],
  parcels: readonly Parcel[],
): FulfillmentStatus {
  const toShip = lines.filter(line => line.requiresShipping)
  if (toShip.length === 0) return 'not_required'
  const ordered = toShip.reduce((all, line) => all + line.quantity, 0)
  const fulfilled = toShip.reduce((all, line) => all + line.fulfilled, 0)
  const delivered = parcels
    .filter(p => p.status === 'delivered')
    .flatMap(p => p.lines)
    .reduce((all, line) => all + line.quantity, 0)
  if (fulfilled === 0) return 'unfulfilled'
  if (delivered > 0) return delivered < ordered ? 'partially_delivered' : 'delivered'
  return fulfilled < ordered ? 'partially_fulfilled' : 'fulfilled'
}

/**
 * What is still to be paid, below zero when money is to be given back. A refund of a fully paid order lowers what was
 * owed and opens no new debt; nothing is owed for what was cancelled or came back.
 */
export function balanceOf({
  status,
  total,
  paidTotal,
  refundedTotal,
}: Pick<Sums, 'status' | 'total' | 'paidTotal' | 'refundedTotal'>): number {
  const kept = paidTotal - refundedTotal
  if (status === 'cancelled' || status === 'returned') return kept === 0 ? 0 : -kept
  return paidTotal < total ? total - kept : Math.min(0, total - kept)
}

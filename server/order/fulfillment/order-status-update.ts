import { listMissingAddressParts } from '#contract/order/order-address.ts'
import type { StatusChange } from '#contract/order/order-input.ts'
import type { OrderStatus } from '#contract/order/order-state.ts'
import type { PlainErrorCode } from '../../lib/call/error-message.ts'
import { createFieldProblem, Problem } from '../../lib/call/problem.ts'
import { type Tx, updateVersionedRow } from '../../lib/db/db.ts'
import {
  countShippedUnits,
  fulfillLinesWithoutShipping,
  shipOpenUnits,
} from '../change/parcel-changes.ts'
import { lockOrderDiscounts } from '../items/order-locks.ts'
import {
  checkStock,
  lockVariants,
  restoreStock,
  setStockReason,
  takeStock,
} from '../items/order-stock.ts'
import { type LockedOrder, listLinesAndFulfillments, lockOrder } from '../order-store.ts'
import { enqueueStatusMails } from './enqueue-order-mail.ts'
import { createOrderEvent } from './order-event.ts'
import {
  getBalance,
  getFulfillmentStatus,
  getPaymentStatus,
  listAllowedTransitions,
  parseStatus,
  planTransition,
  toTimestampColumns,
} from './order-status.ts'

/**
 * Changes the status of an order, with its stock, fulfillments and timestamps. Does nothing if the
 * order already has the status.
 * @throws Problem 409 illegal_transition, shipping_address_missing, version_conflict or
 * insufficient_stock
 */
export async function updateOrderStatus(tx: Tx, id: string, change: StatusChange): Promise<void> {
  const sendLastWrites = await prepareStatusUpdate(tx, id, change)
  await sendLastWrites()
}

/**
 * Like `updateOrderStatus`, except that the returned function sends the last writes, so that the
 * caller can send them with the commit.
 */
export async function prepareStatusUpdate(
  tx: Tx,
  id: string,
  change: StatusChange,
): Promise<() => Promise<unknown>> {
  const to = parseStatus(change.status)
  const order = await lockOrder(tx, id, change.version)
  const { status: from } = order
  if (from === to) return async () => {}
  checkTransition(order, to, change)
  // The update of the status changes the uses of the discounts, after the stock.
  if (from === 'cancelled' || to === 'cancelled') await lockOrderDiscounts(tx, [id])
  await applyTransitionEffects(tx, order, to, change)

  const { lines, fulfillments } = changesShipments(from, to)
    ? await listLinesAndFulfillments(tx, id)
    : order
  const { skipped, ...timestamps } = planTransition(
    from,
    to,
    order.lines.some(line => line.requiresShipping),
  )
  const { reason, note, tracking } = change
  return () =>
    Promise.all([
      updateVersionedRow(tx, 'order', id, {
        status: to,
        previousStatus: to === 'on_hold' ? from : null,
        cancelReason: to === 'cancelled' ? reason : '',
        paymentStatus: getPaymentStatus({ ...order, status: to }),
        fulfillmentStatus: getFulfillmentStatus(lines, fulfillments),
        ...toTimestampColumns(tx, timestamps),
      }),
      createOrderEvent(tx, id, 'status_changed', {
        from,
        to,
        ...(skipped.length > 0 && { skipped }),
        ...(reason && { reason }),
        ...(note && { note }),
        ...(to === 'shipped' && { carrier: tracking?.carrier, trackingNumber: tracking?.number }),
        ...((to === 'cancelled' || to === 'returned') && { restocked: change.restock !== false }),
      }),
      ...enqueueStatusMails(tx, id, to),
    ])
}

/** Returns whether the effects of a transition can change fulfillments and fulfilled quantities. */
const changesShipments = (from: OrderStatus, to: OrderStatus) =>
  from === 'shipped' || to === 'shipped' || to === 'delivered' || to === 'returned'

const reasonMissingCodes: Partial<Record<OrderStatus, PlainErrorCode>> = {
  on_hold: 'hold_reason_missing',
  cancelled: 'cancel_reason_missing',
}

/**
 * Checks the reason before any order is read, so that a bulk call without it fails as a whole.
 * @throws Problem 422 on `reason`
 */
export function requireReason(to: OrderStatus, reason: string | undefined): void {
  const code = reasonMissingCodes[to]
  if (code && !reason) throw createFieldProblem('reason', code)
}

function checkTransition(order: LockedOrder, to: OrderStatus, { reason }: StatusChange): void {
  const allowedStatuses = listAllowedTransitions(order)
  if (!allowedStatuses.includes(to)) {
    throw new Problem(
      409,
      'illegal_transition',
      { fromStatus: order.status, toStatus: to },
      { data: { allowed: allowedStatuses } },
    )
  }
  requireReason(to, reason)
  const isShipping =
    to === 'shipped' &&
    order.status !== 'delivered' &&
    order.lines.some(line => line.requiresShipping)
  if (isShipping && listMissingAddressParts(order.shippingAddress).length > 0)
    throw new Problem(409, 'shipping_address_missing')
  if (to === 'completed' && getBalance(order) > 0 && !reason)
    throw createFieldProblem('reason', 'unpaid_reason_missing')
}

async function applyTransitionEffects(
  tx: Tx,
  order: LockedOrder,
  to: OrderStatus,
  change: StatusChange,
): Promise<void> {
  const { _id: id, status: from } = order
  if (to === 'pending' && from !== 'on_hold')
    return takeOrderStock(tx, order, from === 'draft' ? 'order' : 'reopen')
  if (to === 'cancelled') {
    await tx`
      update fulfillment set status = 'cancelled' where order_id = ${id} and status = 'packed'`
    return releaseOrderStock(tx, order, 'cancel', change)
  }
  if (to === 'returned') {
    await releaseOrderStock(tx, order, 'return', change)
    await tx`
      update order_line set returned_quantity = quantity - removed_quantity where order_id = ${id}`
  }
  if (to === 'shipped' && from !== 'delivered') await shipOpenUnits(tx, order, change.tracking)
  if (to === 'shipped' && from === 'delivered')
    await tx`
      update fulfillment set status = 'shipped', delivered_at = null
      where order_id = ${id} and status = 'delivered'`
  if (to === 'processing' && from === 'shipped') {
    await tx`
      update fulfillment set status = 'cancelled' where order_id = ${id} and status = 'shipped'`
    await countShippedUnits(tx, id)
    await tx`
      update order_line set fulfilled_quantity = 0
      where order_id = ${id} and not requires_shipping`
  }
  if (to === 'delivered' && from !== 'completed') {
    await tx`
      update fulfillment set status = 'delivered', delivered_at = now()
      where order_id = ${id} and status = 'shipped'`
    await fulfillLinesWithoutShipping(tx, id)
  }
}

/**
 * Takes the stock of a draft that is placed or of a canceled order that is reopened.
 * @throws Problem 409 insufficient_stock
 */
async function takeOrderStock(
  tx: Tx,
  { _id: id, lines }: LockedOrder,
  reason: 'order' | 'reopen',
): Promise<void> {
  await setStockReason(tx, reason, id)
  const variants = await lockVariants(
    tx,
    lines.map(line => line.variant),
  )
  checkStock(lines, variants)
  await takeStock(tx, lines, variants)
  const trackedVariantIds = variants
    .filter(({ trackStock }) => trackStock)
    .map(({ variant }) => variant)
  await tx`
    update order_line set is_stock_deducted = true
    where order_id = ${id} and variant_id = any (${trackedVariantIds}::uuid[])`
}

async function releaseOrderStock(
  tx: Tx,
  { _id: id, lines }: LockedOrder,
  reason: 'cancel' | 'return',
  { restock = true }: StatusChange,
): Promise<void> {
  if (restock) {
    await setStockReason(tx, reason, id)
    await restoreStock(tx, id, lines)
  }
  // Also without restocking, so that the units are never restored later.
  await tx`update order_line set is_stock_deducted = false where order_id = ${id} and is_stock_deducted`
}

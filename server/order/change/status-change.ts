import { listMissingAddressParts } from '#contract/order/order-address.ts'
import type { OrderChangeOf } from '#contract/order/order-change.ts'
import type { StatusChange } from '#contract/order/order-input.ts'
import type { OrderStatus } from '#contract/order/order-state.ts'
import type { PlainErrorCode } from '../../lib/call/error-message.ts'
import { createFieldProblem, Problem } from '../../lib/call/problem.ts'
import type { Tx } from '../../lib/db/db.ts'
import { createOrderEvent } from '../fulfillment/order-event.ts'
import {
  deriveStatus,
  getBalance,
  listAllowedTransitions,
  statusSequence,
} from '../fulfillment/order-status.ts'
import { parseStatus } from '../fulfillment/parse-status.ts'
import { planTransition } from '../fulfillment/plan-transition.ts'
import { lockOrderDiscounts } from '../items/order-locks.ts'
import type { LockedOrder } from '../order-store.ts'
import { loadRefundAmounts } from '../payment/load-refund-amounts.ts'
import { getRefundableAmount } from '../payment/order-payment.ts'
import type { AppliedChange, ChangeContext } from './applied-change.ts'
import { assertStillReplaceable } from './assert-still-replaceable.ts'
import { assertShippedUnitsUnbound } from './bound-units.ts'
import { unfulfillLinesWithoutShipping } from './lines-without-shipping.ts'
import { countShippedUnits, listParcelMails, shipOpenUnits } from './parcel-changes.ts'
import { refundOrder } from './refund-change.ts'
import { applyStockEffects, assertNoOpenReturn } from './status-stock.ts'

type ChangeOfStatus = OrderChangeOf<'changeStatus'>

/**
 * Changes the status of an order, with its stock, fulfillments and refund. Returns undefined if the
 * order already has the status.
 * @throws Problem 409 illegal_transition, shipping_address_missing, insufficient_stock, status_return_open, or
 * return_too_big for a canceled order whose units were replaced otherwise
 */
export async function changeStatus(
  context: ChangeContext,
  change: ChangeOfStatus,
): Promise<AppliedChange | undefined> {
  const { tx, order } = context
  const { status: to } = change
  const { status: from } = order
  if (from === to) return undefined
  const applied = planStatusChange(order, change)
  if (to === 'returned') await assertNoOpenReturn(tx, order)
  // The update of the status changes the uses of the discounts, after the stock.
  if (from === 'cancelled' || to === 'cancelled') await lockOrderDiscounts(tx, [order._id])
  if (from === 'cancelled') await assertStillReplaceable(tx, order)
  if (changesStock(from, to)) await applyStockEffects(tx, order, change)
  else await applyShipmentEffects(tx, [order], change)
  const { mails = [], ...refund } = await refundPaidAmount(context, change)
  return { ...refund, ...applied, mails: [...(applied.mails ?? []), ...mails] }
}

/** Returns whether a transition takes or returns stock. */
export const changesStock = (from: OrderStatus, to: OrderStatus) =>
  (to === 'pending' && from !== 'on_hold') || to === 'cancelled' || to === 'returned'

/**
 * Returns the result of a change without its refund. Writes nothing.
 * @throws Problem 409 illegal_transition or shipping_address_missing
 */
export function planStatusChange(order: LockedOrder, change: ChangeOfStatus): AppliedChange {
  const { reason, note, tracking, isNotified = true } = change
  const { status: from } = order
  assertTransition(order, change)
  // An order whose last open unit was removed on hold was shipped.
  const to = from === 'on_hold' ? deriveStatus({ ...order, status: change.status }) : change.status
  const requiresShipping = order.lines.some(line => line.requiresShipping)
  const { skipped } = planTransition(from, to, requiresShipping)
  return {
    status: to,
    columns: {
      previousStatus: keepsPreviousStatus(from, to) ? from : null,
      cancelReason: to === 'cancelled' ? (reason ?? '') : '',
    },
    keepsParts: !changesShipments(from, to),
    event: {
      type: 'status_changed',
      data: {
        from,
        to,
        ...(skipped.length > 0 && { skipped }),
        ...(reason && { reason }),
        ...(note && { note }),
        ...(to === 'shipped' && { carrier: tracking?.carrier, trackingNumber: tracking?.number }),
        ...((to === 'cancelled' || to === 'returned') && { restocked: change.restock !== false }),
      },
    },
    mails: isNotified ? listStatusMails(order, to) : [],
  }
}

/**
 * The customer gets an email if the order is shipped, delivered or canceled, and one about each parcel whose shipment
 * is undone. A step back and the end of a hold move no parcel on.
 */
function listStatusMails(
  { status: from, fulfillments }: LockedOrder,
  to: OrderStatus,
): NonNullable<AppliedChange['mails']> {
  if (to === 'cancelled') return [{ kind: to }]
  if (from === 'shipped' && to === 'processing')
    return fulfillments
      .filter(({ status }) => status === 'shipped')
      .flatMap(parcel => listParcelMails(parcel, 'cancelled'))
  const isStepForward =
    from !== 'on_hold' && statusSequence.indexOf(to) > statusSequence.indexOf(from)
  return isStepForward && (to === 'shipped' || to === 'delivered') ? [{ kind: to }] : []
}

/** An order on hold goes back to its status. A draft that was canceled is placed when it is reopened. */
const keepsPreviousStatus = (from: OrderStatus, to: OrderStatus) =>
  to === 'on_hold' || (from === 'draft' && to === 'cancelled')

/**
 * Returns the change of a request that names the status, also by a synonym.
 * @throws Problem 422 on `status` or `reason`
 */
export function toStatusChange({ version, status: word, ...rest }: StatusChange): {
  version?: number | undefined
  change: ChangeOfStatus
} {
  const status = parseStatus(word)
  requireReason(status, rest.reason)
  return { version, change: { kind: 'changeStatus', status, ...rest } }
}

const refundReasons = new Map<string | undefined, OrderChangeOf<'refund'>['reason']>([
  ['stock', 'out_of_stock'],
  ['duplicate', 'duplicate'],
])

/** Refunds the payments of a canceled or returned order except kept amounts, with an event of its own. */
async function refundPaidAmount(
  context: ChangeContext,
  { status, reason, refund, isNotified }: ChangeOfStatus,
): Promise<Pick<AppliedChange, 'mails' | 'refund' | 'refundedTotal' | 'refundedOverpayment'>> {
  const { tx, order } = context
  if (!refund || (status !== 'cancelled' && status !== 'returned')) return {}
  const { keptTotal } = await loadRefundAmounts(tx, order._id)
  const amount = (await getRefundableAmount(tx, order)) - keptTotal
  if (amount <= 0) return {}
  const { event, ...applied } = await refundOrder(context, {
    kind: 'refund',
    lines: [],
    additionalAmount: amount,
    reason: status === 'returned' ? 'returned' : (refundReasons.get(reason) ?? 'other'),
    isNotified,
    ...(refund.method && { method: refund.method, payments: [] }),
  })
  await createOrderEvent(tx, order._id, event.type, event.data)
  return applied
}

/** Returns whether the effects of a transition can change fulfillments and fulfilled quantities. */
const changesShipments = (from: OrderStatus, to: OrderStatus) =>
  from === 'shipped' || ['shipped', 'delivered', 'returned', 'cancelled'].includes(to)

const reasonMissingCodes: Partial<Record<OrderStatus, PlainErrorCode>> = {
  on_hold: 'hold_reason_missing',
  cancelled: 'cancel_reason_missing',
}

/**
 * Checks the reason before any order is read, so that a bulk call without it fails as a whole.
 * @throws Problem 422 at the path of the reason
 */
function requireReason(to: OrderStatus, reason: string | undefined, path = 'reason'): void {
  const code = reasonMissingCodes[to]
  if (code && !reason) throw createFieldProblem(path, code)
}

function assertTransition(order: LockedOrder, { status: to, reason }: ChangeOfStatus): void {
  const allowedStatuses = listAllowedTransitions(order)
  if (!allowedStatuses.includes(to)) {
    throw new Problem(
      409,
      'illegal_transition',
      { fromStatus: order.status, toStatus: to },
      { data: { allowed: allowedStatuses } },
    )
  }
  requireReason(to, reason, 'change.reason')
  const isShipping =
    to === 'shipped' &&
    order.status !== 'delivered' &&
    order.lines.some(line => line.requiresShipping)
  if (isShipping && listMissingAddressParts(order.shippingAddress).length > 0)
    throw new Problem(409, 'shipping_address_missing')
  if (to === 'completed' && getBalance(order) > 0 && !reason)
    throw createFieldProblem('change.reason', 'unpaid_reason_missing')
}

/** The effects of the other transitions on the parcels and fulfilled units of orders. */
export async function applyShipmentEffects(
  tx: Tx,
  orders: readonly LockedOrder[],
  { status: to, tracking }: ChangeOfStatus,
): Promise<void> {
  const filterIds = (isAffected: (from: OrderStatus) => boolean) =>
    orders.filter(({ status }) => isAffected(status)).map(({ _id }) => _id)
  if (to === 'shipped') {
    await shipOpenUnits(
      tx,
      orders.filter(({ status }) => status !== 'delivered'),
      tracking,
    )
    await undoDeliveries(
      tx,
      filterIds(from => from === 'delivered'),
    )
  }
  if (to === 'processing')
    await undoShipments(
      tx,
      filterIds(from => from === 'shipped'),
    )
  if (to === 'delivered')
    await deliver(
      tx,
      filterIds(from => from !== 'completed'),
    )
}

/**
 * Undoes the delivery that completed the delivery of each order. Parcels that arrived earlier stay. The last one
 * can also be older than the order's delivery, if units were removed after it.
 */
async function undoDeliveries(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx`
    update fulfillment f set status = 'shipped', delivered_at = null
    from "order" o
    where o.id = any (${ids}::uuid[]) and f.store_id = o.store_id and f.order_id = o.id
      and f.status = 'delivered' and f.delivered_at >= least(o.delivered_at, (
        select max(last.delivered_at) from fulfillment last
        where last.store_id = o.store_id and last.order_id = o.id and last.status = 'delivered'))`
}

async function undoShipments(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await assertShippedUnitsUnbound(tx, ids)
  await tx`
    update fulfillment set status = 'cancelled'
    where order_id = any (${ids}::uuid[]) and status = 'shipped'`
  await countShippedUnits(tx, ids)
  await unfulfillLinesWithoutShipping(tx, ids)
}

async function deliver(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx`
    update fulfillment set status = 'delivered', delivered_at = now()
    where order_id = any (${ids}::uuid[]) and status = 'shipped'`
}

import { isDeepStrictEqual } from 'node:util'
import { type OrderChange, OrderDetails, OrderSnapshot } from '#contract/order/order-change.ts'
import type { OrderMailKind } from '#contract/order/order-mail.ts'
import type { OrderStatus } from '#contract/order/order-state.ts'
import { type Tx, updateVersionedRows } from '../../lib/db/db.ts'
import { toCustomerColumns } from '../create/write-order.ts'
import { editDetails } from '../edit/edit-details.ts'
import { enqueueOrderMails } from '../fulfillment/enqueue-order-mail.ts'
import { createOrderEvents, type OrderEventData } from '../fulfillment/order-event.ts'
import {
  canBeCanceled,
  deriveStatus,
  getFulfillmentStatus,
  getPaymentStatus,
  getReturnProgress,
  isEmptied,
  isLost,
} from '../fulfillment/order-status.ts'
import { getUnsoldTotal, loadUnsoldRefunds } from '../fulfillment/order-value.ts'
import { planOrderTransition, toTimestampColumns } from '../fulfillment/plan-transition.ts'
import { hasOpenLostUnits } from '../items/lost-units.ts'
import { editItems } from '../items/order-items.ts'
import { resolveLabelCancellation } from '../label/resolve-label-cancellation.ts'
import { type LockedOrder, loadLinesAndFulfillments, lockChangeableOrder } from '../order-store.ts'
import { getRefundableAmount } from '../payment/order-payment.ts'
import { voidPayment } from '../payment/void-payment.ts'
import type { AppliedChange, ChangeContext } from './applied-change.ts'
import { applyCorrection, creditLostSale, findCorrection } from './correct-documents.ts'
import { exchangeReturn } from './exchange-return.ts'
import { fulfillWithoutShipping, writeFulfilledLines } from './lines-without-shipping.ts'
import { nameMovedParcel } from './name-moved-parcel.ts'
import { createParcel, updateParcel } from './parcel-changes.ts'
import { receiveReturn } from './receive-return.ts'
import { refundOrder } from './refund-change.ts'
import { replaceUnits } from './replace-units.ts'
import { retryRefund } from './retry-refund.ts'
import { createReturn, setReturnDeadline, updateReturn } from './return-changes.ts'
import { mergeParcels, splitParcel } from './split-parcel.ts'
import { changeStatus } from './status-change.ts'

type OrderScope = {
  tx: Tx
  storeId: string
  id: string
  abilities?: ChangeContext['abilities']
  amountPath?: ChangeContext['amountPath']
  /** Further data of the event, such as the packer link that made the change, or `isFromShopper`. */
  eventData?: OrderEventData
}
type VersionedChange = { version?: number | undefined; change: OrderChange }
/** Undefined if the order is already as the change would make it. */
type ChangeResult = AppliedChange | undefined

/** Makes the change in its own rows. */
function makeChange(context: ChangeContext, change: OrderChange): Promise<ChangeResult> {
  switch (change.kind) {
    case 'createParcel':
      return createParcel(context, change)
    case 'updateParcel':
      return updateParcel(context, change)
    case 'splitParcel':
      return splitParcel(context, change)
    case 'mergeParcels':
      return mergeParcels(context, change)
    case 'resolveLabelCancellation':
      return resolveLabelCancellation(context, change)
    case 'refund':
      return refundOrder(context, change)
    case 'retryRefund':
      return retryRefund(context, change)
    case 'voidPayment':
      return voidPayment(context, change)
    case 'createReturn':
    case 'createClaim':
      return createReturn(context, change)
    case 'updateReturn':
      return updateReturn(context, change)
    case 'setReturnDeadline':
      return setReturnDeadline(context, change)
    case 'receiveReturn':
      return receiveReturn(context, change)
    case 'exchangeReturn':
      return exchangeReturn(context, change)
    case 'replaceUnits':
      return replaceUnits(context, change)
    case 'changeStatus':
      return changeStatus(context, change)
    case 'editItems':
      return editItems(context, change)
    case 'editDetails':
      return editDetails(context, change)
  }
}

/**
 * Applies a change to an order, and returns its result with the emails that were queued. The order
 * and its statuses follow from the result, its lines, fulfillments and payments.
 * @throws Problem 409 version_conflict, or a problem of the kind of change
 */
export async function applyOrderChange(
  scope: OrderScope,
  change: VersionedChange,
): Promise<{ applied: ChangeResult; emails: OrderMailKind[] }> {
  const { applied, sendLastWrites } = await prepareOrderChange(scope, change)
  return { applied, emails: await sendLastWrites() }
}

/**
 * Like `applyOrderChange`, except that the returned function sends the last writes, so that the
 * caller can send them with the commit.
 */
export async function prepareOrderChange(
  { tx, storeId, id, abilities, amountPath, eventData }: OrderScope,
  { version, change }: VersionedChange,
): Promise<{ applied: ChangeResult; sendLastWrites: () => Promise<OrderMailKind[]> }> {
  const order = await lockChangeableOrder(tx, id, version)
  const applied = await makeChange({ tx, storeId, order, abilities, amountPath }, change)
  if (!applied) return { applied, sendLastWrites: async () => [] }
  Object.assign(applied.event.data, eventData)
  const changedOrders = await deriveOrders(tx, [{ order, applied }])
  if (changedOrders.every(({ correction }) => !correction))
    return { applied, sendLastWrites: () => writeChangedOrders(tx, changedOrders) }
  const emails = await writeCorrectedOrders(tx, changedOrders)
  return { applied, sendLastWrites: async () => emails }
}

/** Writes several orders after a change of each, as `applyOrderChange` writes one. */
export async function writeAppliedChanges(tx: Tx, changes: readonly ChangedOrder[]): Promise<void> {
  await writeCorrectedOrders(tx, await deriveOrders(tx, changes))
}

/** Writes the orders, and then corrects their invoices, which follow from them. */
async function writeCorrectedOrders(
  tx: Tx,
  orders: readonly DerivedOrder[],
): Promise<OrderMailKind[]> {
  const emails = await writeChangedOrders(tx, orders)
  for (const { id, correction } of orders) if (correction) await applyCorrection(tx, id, correction)
  return emails
}

type ChangedOrder = { order: LockedOrder; applied: AppliedChange }
type DerivedOrder = Awaited<ReturnType<typeof deriveOrders>>[number]

/** Returns the columns that follow from the changes, and the orders before and after them. */
async function deriveOrders(tx: Tx, changes: readonly ChangedOrder[]) {
  const ids = changes.filter(({ applied }) => !applied.keepsParts).map(({ order }) => order._id)
  const getParts = ids.length > 0 ? await loadLinesAndFulfillments(tx, ids) : undefined
  const changesWithParts = changes.map(({ order, applied }) => ({
    order,
    applied,
    parts: applied.keepsParts || !getParts ? order : getParts(order._id),
  }))
  const unsoldRefunds = await loadUnsoldRefunds(
    tx,
    changesWithParts.flatMap(({ parts }) => parts.lines),
  )
  const derived = changesWithParts.map(async ({ order, applied, parts }) => {
    const { fulfillments } = parts
    const refundedTotal = applied.refundedTotal ?? order.refundedTotal
    const status =
      applied.status ??
      (await findStatus(tx, { ...order, ...parts, ...applied.columns, refundedTotal }))
    const lines = fulfillWithoutShipping(parts.lines, { from: order.status, to: status })
    const amounts = {
      refundedTotal,
      refundedOverpayment: applied.refundedOverpayment ?? order.refundedOverpayment,
    }
    const changedOrder = { ...order, ...applied.columns, ...amounts, status, lines }
    const unsoldTotal = getUnsoldTotal(changedOrder, unsoldRefunds)
    await creditLostSale(tx, order, { ...changedOrder, unsoldTotal })
    const changed = {
      ...applied.columns,
      ...(order.status === 'on_hold' && status !== 'on_hold' && { previousStatus: null }),
      status,
      ...amounts,
      unsoldTotal,
      paymentStatus: getPaymentStatus({ ...changedOrder, unsoldTotal }),
      fulfillmentStatus: getFulfillmentStatus(lines, fulfillments),
      returnProgress: getReturnProgress(lines),
    }
    const requiresShipping = order.lines.some(line => line.requiresShipping)
    return {
      id: order._id,
      fulfilledLineIds: lines.filter((line, i) => line !== parts.lines[i]).map(({ _id }) => _id),
      columns: {
        ...changed,
        ...(applied.customer && toCustomerColumns(applied.customer)),
        ...planOrderTransition({ ...order, fulfillments }, status, requiresShipping),
      },
      event: {
        orderId: order._id,
        ...applied.event,
        ...takeSnapshots(order, applied, { ...changed, lines, fulfillments }),
      },
      mails: (applied.mails ?? []).map(mail => nameMovedParcel(mail, order, fulfillments)),
      correction: findCorrection(order, {
        ...changedOrder,
        ...(applied.customer && { customer: { ...applied.customer, _id: applied.customer.id } }),
      }),
    }
  })
  return Promise.all(derived)
}

/**
 * Returns the order before and after a change, with its customer and addresses if they changed. Nothing
 * if the order stays as it is, such as with a requested return.
 */
function takeSnapshots(
  order: LockedOrder,
  { customer, columns = {} }: AppliedChange,
  changed: Partial<LockedOrder>,
) {
  const detailsBefore = OrderDetails.parse(order)
  const detailsAfter = OrderDetails.parse({
    ...order,
    ...columns,
    ...(customer && { customer: { ...customer, _id: customer.id } }),
  })
  const hasNewDetails = !isDeepStrictEqual(detailsBefore, detailsAfter)
  const before = OrderSnapshot.parse({
    ...order,
    ...(hasNewDetails && { details: detailsBefore }),
  })
  const after = OrderSnapshot.parse({
    ...order,
    ...changed,
    ...(hasNewDetails && { details: detailsAfter }),
  })
  return isDeepStrictEqual(before, after) ? {} : { before, after }
}

/**
 * Returns the status that follows from the parts of an order. One whose units were all removed is
 * canceled, unless the store keeps money of it, such as a fee. One whose units are all lost is completed
 * once the store replaced or refunded them.
 */
async function findStatus(tx: Tx, order: LockedOrder): Promise<OrderStatus> {
  const status = deriveStatus(order)
  if (status === 'shipped' && isLost(order) && !(await hasOpenLostUnits(tx, order._id)))
    return 'completed'
  const isEmpty = canBeCanceled(status) && isEmptied(order.lines)
  return isEmpty && (await getRefundableAmount(tx, order)) === 0 ? 'cancelled' : status
}

/** Orders with equal columns share a statement. Returns the kinds of the emails that were queued. */
async function writeChangedOrders(
  tx: Tx,
  orders: readonly DerivedOrder[],
): Promise<OrderMailKind[]> {
  const ordersByColumns = Map.groupBy(orders, ({ columns }) => JSON.stringify(columns))
  const mails = orders.flatMap(order =>
    order.mails.map(mail => ({
      orderId: order.id,
      answersShopper: order.event.data['isFromShopper'] === true,
      ...mail,
    })),
  )
  const [, , queuedKinds] = await Promise.all([
    Promise.all(
      [...ordersByColumns.values()].map(group =>
        updateOrders(
          tx,
          group.map(({ id }) => id),
          group[0]?.columns,
        ),
      ),
    ),
    createOrderEvents(
      tx,
      orders.map(({ event }) => event),
    ),
    enqueueOrderMails(tx, mails),
    writeFulfilledLines(
      tx,
      orders.flatMap(({ fulfilledLineIds }) => fulfilledLineIds),
    ),
  ])
  return queuedKinds
}

async function updateOrders(tx: Tx, ids: readonly string[], columns?: DerivedOrder['columns']) {
  if (!columns) return
  const { skipped: _, timestampsToSet, timestampsToClear, ...changed } = columns
  await updateVersionedRows(tx, 'order', ids, {
    ...changed,
    ...toTimestampColumns(tx, { timestampsToSet, timestampsToClear }),
  })
}

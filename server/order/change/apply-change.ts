import { type OrderChange, OrderSnapshot } from '#contract/order/order-change.ts'
import type { OrderMailKind } from '#contract/order/order-mail.ts'
import { type Tx, updateVersionedRow } from '../../lib/db/db.ts'
import { enqueueOrderMail } from '../fulfillment/enqueue-order-mail.ts'
import { createChangeEvent } from '../fulfillment/order-event.ts'
import {
  deriveStatus,
  getFulfillmentStatus,
  getPaymentStatus,
  planTransition,
  toTimestampColumns,
} from '../fulfillment/order-status.ts'
import { editItems } from '../items/order-items.ts'
import { listLinesAndFulfillments, lockChangeableOrder } from '../order-store.ts'
import type { AppliedChange, ChangeContext } from './applied-change.ts'
import { exchangeReturn } from './exchange-return.ts'
import { createParcel, updateParcel } from './parcel-changes.ts'
import { receiveReturn } from './receive-return.ts'
import { refundOrder } from './refund-change.ts'
import { replaceUnits } from './replace-units.ts'
import { createReturn, updateReturn } from './return-changes.ts'
import { changeStatus } from './status-change.ts'

type OrderScope = { tx: Tx; storeId: string; id: string }
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
    case 'refund':
      return refundOrder(context, change)
    case 'createReturn':
      return createReturn(context, change)
    case 'updateReturn':
      return updateReturn(context, change)
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
  { tx, storeId, id }: OrderScope,
  { version, change }: VersionedChange,
): Promise<{ applied: ChangeResult; sendLastWrites: () => Promise<OrderMailKind[]> }> {
  const order = await lockChangeableOrder(tx, id, version)
  const applied = await makeChange({ tx, storeId, order }, change)
  if (!applied) return { applied, sendLastWrites: async () => [] }
  const parts = applied.keepsParts ? order : await listLinesAndFulfillments(tx, id)
  const { lines, fulfillments } = parts
  const refundedTotal = applied.refundedTotal ?? order.refundedTotal
  const status = applied.status ?? deriveStatus({ ...order, lines, fulfillments })
  const changed = {
    ...applied.columns,
    status,
    refundedTotal,
    paymentStatus: getPaymentStatus({ ...order, ...applied.columns, status, refundedTotal }),
    fulfillmentStatus: getFulfillmentStatus(lines, fulfillments),
  }
  const requiresShipping = order.lines.some(line => line.requiresShipping)
  const { event, mails = [] } = applied
  return {
    applied,
    sendLastWrites: async () => {
      const [, , queuedMails] = await Promise.all([
        updateVersionedRow(tx, 'order', id, {
          ...changed,
          ...toTimestampColumns(tx, planTransition(order.status, status, requiresShipping)),
        }),
        createChangeEvent(tx, id, {
          ...event,
          before: OrderSnapshot.parse(order),
          after: OrderSnapshot.parse({ ...order, ...changed, lines, fulfillments }),
        }),
        Promise.all(
          mails.map(({ kind, key, orderId = id }) => enqueueOrderMail(tx, orderId, kind, key)),
        ),
      ])
      return mails.map(({ kind }) => kind).filter((_, i) => (queuedMails[i]?.length ?? 0) > 0)
    },
  }
}

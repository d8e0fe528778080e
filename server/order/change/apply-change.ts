import { type OrderChange, OrderSnapshot } from '#contract/order/order-change.ts'
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
import { listLinesAndFulfillments, lockOrder } from '../order-store.ts'
import type { AppliedChange, ChangeContext } from './applied-change.ts'
import { createParcel, updateParcel } from './parcel-changes.ts'
import { receiveReturn } from './receive-return.ts'
import { refundOrder } from './refund-change.ts'
import { createReturn, updateReturn } from './return-changes.ts'

/** Makes the change in its own rows. */
function makeChange(context: ChangeContext, change: OrderChange): Promise<AppliedChange> {
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
  }
}

/**
 * Applies a change to an order. Its statuses follow from its lines, fulfillments and payments.
 * @throws Problem 409 version_conflict, or a problem of the kind of change
 */
export async function applyOrderChange(
  { tx, storeId, id }: { tx: Tx; storeId: string; id: string },
  { version, change }: { version?: number; change: OrderChange },
): Promise<AppliedChange> {
  const order = await lockOrder(tx, id, version)
  const applied = await makeChange({ tx, storeId, order }, change)
  const parts = await listLinesAndFulfillments(tx, id)
  const changed = {
    ...order,
    ...parts,
    refundedTotal: applied.refundedTotal ?? order.refundedTotal,
  }
  const status = deriveStatus(changed)
  const columns = {
    status,
    refundedTotal: changed.refundedTotal,
    paymentStatus: getPaymentStatus({ ...changed, status }),
    fulfillmentStatus: getFulfillmentStatus(parts.lines, parts.fulfillments),
  }
  const { event, mail } = applied
  await Promise.all([
    updateVersionedRow(tx, 'order', id, {
      ...columns,
      ...toTimestampColumns(tx, planTransition(order.status, status, true)),
    }),
    createChangeEvent(tx, id, {
      ...event,
      before: OrderSnapshot.parse(order),
      after: OrderSnapshot.parse({ ...changed, ...columns }),
    }),
    ...(mail ? [enqueueOrderMail(tx, id, mail.kind, mail.key)] : []),
  ])
  return applied
}

import type { OrderChange, OrderChangeOf } from '#contract/order/order-change.ts'
import type { OrderMailKind } from '#contract/order/order-mail.ts'
import { type Tx, updateVersionedRow } from '../../lib/db/db.ts'
import { enqueueOrderMail } from '../fulfillment/enqueue-order-mail.ts'
import { createChangeEvent, type OrderEventData } from '../fulfillment/order-event.ts'
import {
  deriveStatus,
  getFulfillmentStatus,
  getPaymentStatus,
  planTransition,
} from '../fulfillment/order-status.ts'
import { type LockedOrder, listLinesAndFulfillments, lockOrder } from '../order-store.ts'
import { takeSnapshot } from './order-snapshot.ts'
import { createParcel, updateParcel } from './parcel-changes.ts'
import { refundOrder } from './refund-change.ts'

export type ChangeContext = { tx: Tx; storeId: string; order: LockedOrder }

/** What a change did beside its own rows: the order, its timeline and its email follow from it. */
export type AppliedChange = {
  event: { type: string; data: OrderEventData }
  /** The key tells several emails of one kind apart. */
  mail?: { kind: OrderMailKind; key: string } | undefined
  refundedTotal?: number
  refund?: { amount: number; tax: number }
}
type ChangeHandlers = {
  [K in OrderChange['kind']]: (
    context: ChangeContext,
    change: OrderChangeOf<K>,
  ) => Promise<AppliedChange>
}
const changeHandlers: ChangeHandlers = { createParcel, updateParcel, refund: refundOrder }

/** Calls the handler of the change. The compiler can't relate a member of a union to its handler. */
const handleChange = (context: ChangeContext, change: OrderChange) =>
  (changeHandlers[change.kind] as (c: ChangeContext, i: OrderChange) => Promise<AppliedChange>)(
    context,
    change,
  )

/**
 * Applies a change to an order. Its statuses follow from its lines, fulfillments and payments.
 * @throws Problem 409 version_conflict, or what the handler of the change throws
 */
export async function applyChange(
  { tx, storeId, id }: { tx: Tx; storeId: string; id: string },
  { version, change }: { version?: number; change: OrderChange },
): Promise<AppliedChange> {
  const order = await lockOrder(tx, id, version)
  const applied = await handleChange({ tx, storeId, order }, change)
  const parts = await listLinesAndFulfillments(tx, id)
  const changed = {
    ...order,
    ...parts,
    refundedTotal: applied.refundedTotal ?? order.refundedTotal,
  }
  const status = deriveStatus(changed)
  const { timestampsToSet, timestampsToClear } = planTransition(order.status, status, true)
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
      ...Object.fromEntries(timestampsToClear.map(stamp => [stamp, null])),
      ...Object.fromEntries(timestampsToSet.map(stamp => [stamp, tx`now()`])),
    }),
    createChangeEvent(tx, id, {
      ...event,
      before: takeSnapshot(order),
      after: takeSnapshot({ ...changed, ...columns }),
    }),
    ...(mail ? [enqueueOrderMail(tx, id, mail.kind, mail.key)] : []),
  ])
  return applied
}

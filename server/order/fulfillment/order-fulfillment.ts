import type { z } from 'zod'
import type { Order, orderApi } from '#contract/order/order.ts'
import type { StatusChange } from '#contract/order/order-input.ts'
import { createFieldProblem, Problem } from '../../lib/call/problem.ts'
import { insertRow, type Tx, updateRow } from '../../lib/db/db.ts'
import { getOrder, type LockedOrder, lockOrder } from '../order-store.ts'
import { createOrderEvent } from './order-event.ts'
import { buildTrackingUrl } from './order-tracking-url.ts'

type TrackingInput = NonNullable<StatusChange['tracking']>
const toTrackingColumns = (tracking: TrackingInput) => ({
  carrier: tracking.carrier,
  trackingNumber: tracking.number,
  trackingUrl: buildTrackingUrl(tracking),
})

/** Creates one fulfillment with all quantities that are not fulfilled yet. */
export async function shipRemainingLines(
  tx: Tx,
  { _id: id, number, lines, fulfillments }: LockedOrder,
  tracking: TrackingInput = {},
): Promise<void> {
  const remainingLines = lines
    .filter(line => line.requiresShipping && line.fulfilledQuantity < line.quantity)
    .map(line => ({ line: line._id, quantity: line.quantity - line.fulfilledQuantity }))
  if (remainingLines.length > 0)
    await insertRow(tx, 'fulfillment', {
      orderId: id,
      number: `${number}-F${fulfillments.length + 1}`,
      lines: remainingLines,
      ...toTrackingColumns(tracking),
    })
  await tx`
    update order_line set fulfilled_quantity = quantity
    where order_id = ${id} and fulfilled_quantity <> quantity`
}

/** Changes the tracking of a shipped fulfillment: the number is often known only hours later. */
export async function updateTracking(
  tx: Tx,
  id: string,
  { fulfillment, tracking }: z.infer<typeof orderApi.updateTracking.body>,
): Promise<Order> {
  const { fulfillments } = await lockOrder(tx, id)
  const existing = fulfillments.find(candidate => candidate._id === fulfillment)
  if (!existing) throw createFieldProblem('fulfillment', 'shipment_not_found')
  if (existing.status === 'cancelled') throw new Problem(409, 'shipment_canceled')
  await updateRow(
    tx,
    'fulfillment',
    fulfillment,
    toTrackingColumns({ carrier: '', number: '', ...tracking }),
  )
  await createOrderEvent(tx, id, 'tracking_updated', {
    fulfillment: existing.number,
    carrier: tracking.carrier,
    trackingNumber: tracking.number,
  })
  return getOrder(tx, id)
}

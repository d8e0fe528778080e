import type { z } from 'zod'
import type { Order, orderApi, StatusChange } from '#contract/order.ts'
import { Problem, refuseField } from '../lib/call/problem.ts'
import { insert, type Tx, update } from '../lib/db/db.ts'
import { trackingUrl } from './order-carrier.ts'
import { addEvent } from './order-event.ts'
import { getOrder, type HeldOrder, holdOrder } from './order-store.ts'

type Followed = NonNullable<StatusChange['tracking']>
const columnsOf = (tracking: Followed) => ({
  carrier: tracking.carrier,
  trackingNumber: tracking.number,
  trackingUrl: trackingUrl(tracking),
})

/** One parcel for everything that has not left yet. */
export async function shipRest(
  tx: Tx,
  { _id: id, number, lines, parcels }: HeldOrder,
  tracking: Followed = {},
): Promise<void> {
  const left = lines
    .filter(line => line.requiresShipping && line.fulfilled < line.quantity)
    .map(line => ({ line: line._id, quantity: line.quantity - line.fulfilled }))
  if (left.length > 0)
    await insert(tx, 'fulfillment', {
      orderId: id,
      number: `${number}-F${parcels.length + 1}`,
      lines: left,
      ...columnsOf(tracking),
    })
  await tx`update order_line set fulfilled = quantity where order_id = ${id} and fulfilled <> quantity`
}

/** Whoever ships often has the carrier's number only hours later. */
export async function updateTracking(
  tx: Tx,
  id: string,
  { fulfillment, tracking }: z.infer<typeof orderApi.updateTracking.body>,
): Promise<Order> {
  const { parcels } = await holdOrder(tx, id)
  const parcel = parcels.find(one => one._id === fulfillment)
  if (!parcel) throw refuseField('fulfillment', 'unknown', 'This parcel does not exist')
  if (parcel.status === 'cancelled')
    throw new Problem(409, 'parcel_cancelled', 'This parcel was taken back')
  await update(tx, 'fulfillment', fulfillment, columnsOf({ carrier: '', number: '', ...tracking }))
  await addEvent(tx, id, 'tracking_updated', {
    parcel: parcel.number,
    carrier: tracking.carrier,
    trackingNumber: tracking.number,
  })
  return getOrder(tx, id)
}

import { createHash } from 'node:crypto'
import type { Address } from '#contract/lib/country/address.ts'
import { listMissingAddressParts } from '#contract/order/order-address.ts'
import { assertFound, Problem } from '../../lib/call/problem.ts'
import type { Tx } from '../../lib/db/db.ts'
import { enqueueJob } from '../../lib/job/jobs.ts'
import type { SecretKeys } from '../../lib/security/secret-keys.ts'
import { writeAppliedChanges } from '../change/apply-change.ts'
import { updateParcel } from '../change/parcel-changes.ts'
import { type FileOwner, hasLabel } from '../file/order-file-store.ts'
import { type LockedOrder, lockChangeableOrder } from '../order-store.ts'
import type { ConnectedService } from './http-label-service.ts'
import type { CarrierLabel, LabelOrder } from './label-carrier.ts'
import { findConnectedService } from './label-service-store.ts'

/** A request that only this call sends. */
export type LockedRequest = {
  key: string
  parcelId: string
  service: ConnectedService
  labelOrder: LabelOrder
}

/**
 * Locks the request for the label of a parcel until the service has replied, for a minute at most. A
 * request that is repeated has the same key, unless its parcel or the service was changed.
 * @throws Problem of `lockOrderOfLabel`; 409 label_service_missing, label_in_progress,
 *   shipping_address_missing or label_sender_missing
 */
export async function lockLabelRequest(
  tx: Tx,
  keys: SecretKeys,
  parcelId: string,
): Promise<LockedRequest> {
  const order = await lockOrderOfLabel(tx, parcelId)
  const service = await findConnectedService(tx, keys)
  if (!service) throw new Problem(409, 'label_service_missing')
  const labelOrder = await describeParcel(tx, order, parcelId)
  const digest = createHash('sha256')
    .update(JSON.stringify([service.url, labelOrder]))
    .digest('hex')
  const key = (await findRepeatedRequest(tx, parcelId, digest)) ?? crypto.randomUUID()
  await tx`
    insert into label_request (id, parcel_id, digest, service_name, service_url, locked_until)
    values (${key}, ${parcelId}, ${digest}, ${service.name}, ${service.url}, now() + interval '1 minute')
    on conflict (store_id, id) do update set locked_until = excluded.locked_until`
  return { key, parcelId, service, labelOrder }
}

/**
 * Returns the key of a request whose reply was lost. Another request that may have created a label for
 * the packed parcel is canceled.
 * @throws Problem 409 label_in_progress
 */
async function findRepeatedRequest(
  tx: Tx,
  parcelId: string,
  digest: string,
): Promise<string | undefined> {
  const [request] = await tx<{ id: string; isLocked: boolean; isRepeated: boolean }[]>`
    select id, locked_until > now() as is_locked,
      digest = ${digest} and label_id is null as is_repeated
    from label_request where parcel_id = ${parcelId} and cancellation is null`
  if (request?.isLocked) throw new Problem(409, 'label_in_progress')
  if (request?.isRepeated) return request.id
  if (request) await tx`select cancel_label(${parcelId})`
  return undefined
}

/**
 * Locks the order of a parcel that can get a label. The label of a parcel that has left is in use.
 * @throws Problem 404 shipment_not_found; 409 shipment_canceled, label_parcel_not_packed or label_exists
 */
async function lockOrderOfLabel(tx: Tx, parcelId: string): Promise<LockedOrder> {
  const [row] = await tx<{ orderId: string }[]>`
    select order_id from fulfillment where id = ${parcelId}`
  const order = await lockChangeableOrder(tx, assertFound(row, 'shipment_not_found').orderId)
  const parcel = order.fulfillments.find(({ _id }) => _id === parcelId)
  const { status } = assertFound(parcel, 'shipment_not_found')
  if (status === 'cancelled') throw new Problem(409, 'shipment_canceled')
  if (status !== 'packed') throw new Problem(409, 'label_parcel_not_packed')
  if (await hasLabel(tx, parcelId)) throw new Problem(409, 'label_exists')
  return order
}

type Sender = { name: string; legalName: string; email: string; phone: string; address: Address }

async function describeParcel(tx: Tx, order: LockedOrder, parcelId: string): Promise<LabelOrder> {
  const parcel = assertFound(order.fulfillments.find(({ _id }) => _id === parcelId))
  const { customer, shippingAddress, currency } = order
  if (listMissingAddressParts(shippingAddress).length > 0)
    throw new Problem(409, 'shipping_address_missing')
  const [row] = await tx<Sender[]>`
    select name, legal_name, email, phone, address from store where id = current_store()`
  const sender = assertFound(row, 'store_not_found')
  if (listMissingAddressParts(sender.address).length > 0)
    throw new Problem(409, 'label_sender_missing')
  return {
    reference: parcel.number,
    sender: {
      company: sender.legalName || sender.name,
      email: sender.email,
      phone: sender.address.phone || sender.phone,
      address: sender.address,
    },
    recipient: {
      company: customer.company,
      email: customer.email,
      phone: shippingAddress.phone || customer.phone,
      address: { ...shippingAddress, name: shippingAddress.name || customer.name },
    },
    box: parcel.box,
    weight: parcel.weight,
    carrier: parcel.carrier,
    service: parcel.service,
    currency,
  }
}

/** Deletes a request that created no label. */
export const deleteLabelRequest = (tx: Tx, key: string) =>
  tx`delete from label_request where id = ${key} and label_id is null`

/** Lets a request whose reply was lost be sent again. */
export const unlockLabelRequest = (tx: Tx, key: string) =>
  tx`update label_request set locked_until = now() where id = ${key} and label_id is null`

/** Cancels the label of a request that was not stored. */
export async function cancelReceivedLabel(
  tx: Tx,
  storeId: string,
  { key, parcelId }: LockedRequest,
): Promise<void> {
  const [request] = await tx<{ cancellation: string | null }[]>`
    update label_request set locked_until = now() where id = ${key} and label_id is null
    returning cancellation`
  if (request?.cancellation === null) await tx`select cancel_label(${parcelId})`
  // The job of a parcel that was canceled meanwhile waits for the request.
  if (request?.cancellation === 'pending')
    await enqueueJob(tx, 'order.cancelLabel', { storeId, id: key }, `order.cancelLabel ${key}`)
}

export type ReceivedLabel = { request: LockedRequest; label: CarrierLabel }

/**
 * Stores the tracking number and the postage of a label, and the entry in the timeline. Returns the
 * owner of its file.
 * @throws Problem of `lockOrderOfLabel`
 */
export async function saveLabel(
  tx: Tx,
  storeId: string,
  { request: { key, parcelId, service }, label }: ReceivedLabel,
): Promise<FileOwner> {
  const { labelId, carrier, trackingNumber, trackingUrl, postage } = label
  const order = await lockOrderOfLabel(tx, parcelId)
  const requests = await tx`
    update label_request
    set label_id = ${labelId}, tracking_number = ${trackingNumber}, locked_until = now()
    where id = ${key} and label_id is null and cancellation is null returning 1`
  if (requests.length === 0) throw new Problem(409, 'label_exists')
  const applied = await updateParcel(
    { tx, storeId, order },
    {
      kind: 'updateParcel',
      parcel: parcelId,
      tracking: { carrier, number: trackingNumber, url: trackingUrl },
      // The postage of a parcel is in the currency of its order.
      ...(postage?.currency === order.currency && { postage: postage.amount }),
      isNotified: false,
    },
  )
  const { data } = applied.event
  const event = { type: 'label_created', data: { ...data, labelService: service.name } }
  await writeAppliedChanges(tx, [{ order, applied: { ...applied, event } }])
  return { orderId: order._id, purpose: 'label', parcelId }
}

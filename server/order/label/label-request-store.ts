import { createHash } from 'node:crypto'
import type { Address } from '#contract/lib/country/address.ts'
import { listMissingAddressParts } from '#contract/order/order-address.ts'
import { assertFound, Problem } from '../../lib/call/problem.ts'
import type { Tx } from '../../lib/db/db.ts'
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
 * @throws Problem 404 shipment_not_found; 409 shipment_canceled, label_exists, label_service_missing,
 *   label_in_progress, shipping_address_missing or label_sender_missing
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
  const [request] = await tx<{ id: string }[]>`
    insert into label_request as r (parcel_id, digest, locked_until)
    values (${parcelId}, ${digest}, now() + interval '1 minute')
    on conflict (store_id, parcel_id) do update set
      id = case when r.digest = excluded.digest and r.label_id is null then r.id else excluded.id end,
      digest = excluded.digest, label_id = null, locked_until = excluded.locked_until
    where r.locked_until <= now()
    returning id`
  if (!request) throw new Problem(409, 'label_in_progress')
  return { key: request.id, parcelId, service, labelOrder }
}

async function lockOrderOfLabel(tx: Tx, parcelId: string): Promise<LockedOrder> {
  const [row] = await tx<{ orderId: string }[]>`
    select order_id from fulfillment where id = ${parcelId}`
  const order = await lockChangeableOrder(tx, assertFound(row, 'shipment_not_found').orderId)
  const parcel = order.fulfillments.find(({ _id }) => _id === parcelId)
  if (assertFound(parcel, 'shipment_not_found').status === 'cancelled')
    throw new Problem(409, 'shipment_canceled')
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
    weight: parcel.weight,
    carrier: parcel.carrier,
    service: parcel.service,
    currency,
  }
}

/** Lets the request be sent again. Without `isRepeated`, it gets another key then. */
export async function unlockLabelRequest(
  tx: Tx,
  key: string,
  { isRepeated }: { isRepeated: boolean },
): Promise<void> {
  if (isRepeated)
    await tx`update label_request set locked_until = now() where id = ${key} and label_id is null`
  else await tx`delete from label_request where id = ${key} and label_id is null`
}

export type ReceivedLabel = { request: LockedRequest; label: CarrierLabel }

/**
 * Stores the tracking number and the postage of a label, and the entry in the timeline. Returns the
 * owner of its file.
 * @throws Problem 404 shipment_not_found; 409 shipment_canceled or label_exists
 */
export async function saveLabel(
  tx: Tx,
  storeId: string,
  { request: { key, parcelId, service }, label }: ReceivedLabel,
): Promise<FileOwner> {
  const { labelId, carrier, trackingNumber, trackingUrl, postage } = label
  const order = await lockOrderOfLabel(tx, parcelId)
  const requests = await tx`
    update label_request set label_id = ${labelId}, locked_until = now()
    where id = ${key} and label_id is null returning 1`
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

import { z } from 'zod'
import { Problem } from '../../lib/call/problem.ts'
import type { App } from '../../lib/call/serve.ts'
import { type Tx, withStoreTransaction } from '../../lib/db/db.ts'
import type { JobHandlers } from '../../lib/job/jobs.ts'
import type { RequestPolicy } from '../../lib/security/guarded-request.ts'
import { createOrderEvent } from '../fulfillment/order-event.ts'
import { type ConnectedService, createHttpLabelService } from './http-label-service.ts'
import { findConnectedService } from './label-service-store.ts'

const CanceledRequest = z.object({ storeId: z.string(), id: z.string() })

type CanceledLabel = {
  orderId: string
  parcelNumber: string
  /** '' if the parcel has another number by now, whose carrier can be another one. */
  carrier: string
  /** The number of the canceled label. */
  trackingNumber: string
  labelId: string | null
  serviceName: string
  serviceUrl: string
}
type Cancellation = { state: 'done' | 'refused'; reason?: string }

/**
 * Returns the job that cancels a label at the service that created it. No transaction is open while
 * the service replies, and a cancellation can be repeated. If the service refuses it, or never
 * replies, the timeline tells staff to cancel the label by hand.
 */
export const cancelLabelJob = (
  { db, keys }: Pick<App, 'db' | 'keys'>,
  policy: RequestPolicy,
): JobHandlers => ({
  'order.cancelLabel': async (payload, { job }) => {
    const { storeId, id } = CanceledRequest.parse(payload)
    const [label, service] = await withStoreTransaction(db, storeId, tx =>
      Promise.all([findCanceledLabel(tx, id), findConnectedService(tx, keys)]),
    )
    if (!label) return
    // Another service does not know the label, and could report that it canceled it.
    const isConnected = service !== undefined && service.url === label.serviceUrl
    const cancellation: Cancellation = isConnected
      ? await requestCancellation(id, {
          service,
          policy,
          isLastAttempt: job.attempts >= job.max_attempts,
        })
      : { state: 'refused' }
    await withStoreTransaction(db, storeId, tx => storeCancellation(tx, id, label, cancellation))
  },
})

type CancellationRequest = {
  service: ConnectedService
  policy: RequestPolicy
  isLastAttempt: boolean
}

/** @throws Problem if the service can be asked again */
async function requestCancellation(
  key: string,
  { service, policy, isLastAttempt }: CancellationRequest,
): Promise<Cancellation> {
  try {
    await createHttpLabelService(service, policy).cancelLabel(key)
    return { state: 'done' }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    if (error.status !== 422 && !isLastAttempt) throw error
    const reason = error.params?.reason
    return { state: 'refused', ...(typeof reason === 'string' && { reason }) }
  }
}

async function findCanceledLabel(tx: Tx, id: string): Promise<CanceledLabel | undefined> {
  const [label] = await tx<CanceledLabel[]>`
    select f.order_id, f.number as parcel_number, r.label_id, r.service_name, r.service_url,
      coalesce(r.tracking_number, '') as tracking_number,
      case when f.tracking_number = r.tracking_number then f.carrier else '' end as carrier
    from label_request r join fulfillment f on f.store_id = r.store_id and f.id = r.parcel_id
    where r.id = ${id} and r.cancellation = 'pending'`
  return label
}

/** Stores the result once, however often the job runs. */
async function storeCancellation(
  tx: Tx,
  id: string,
  label: CanceledLabel,
  { state, reason }: Cancellation,
): Promise<void> {
  const stored = await tx`
    update label_request set cancellation = ${state}
    where id = ${id} and cancellation = 'pending' returning 1`
  // Staff do not know of a label whose reply was lost.
  if (stored.length === 0 || (state === 'done' && label.labelId === null)) return
  await createOrderEvent(
    tx,
    label.orderId,
    state === 'done' ? 'label_canceled' : 'label_not_canceled',
    {
      fulfillment: label.parcelNumber,
      labelService: label.serviceName,
      carrier: label.carrier,
      trackingNumber: label.trackingNumber,
      ...(reason && { note: reason }),
    },
  )
}

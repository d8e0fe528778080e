import type { OrderChangeOf } from '#contract/order/order-change.ts'
import { createFieldProblem, Problem } from '../../lib/call/problem.ts'
import type { Tx } from '../../lib/db/db.ts'
import { enqueueJob } from '../../lib/job/jobs.ts'
import type { AppliedChange, ChangeContext } from '../change/applied-change.ts'
import { getLabelService } from './label-service-store.ts'

type RefusedCancellation = {
  parcelNumber: string
  serviceName: string
  serviceUrl: string
  labelNumber: string
}

/**
 * Requests the refused cancellation of a label again, or records that staff canceled it at the carrier.
 * @throws Problem 422 not_found on `change.label`, or 409 label_service_missing if its service is no longer
 *   connected
 */
export async function resolveLabelCancellation(
  { tx, storeId, order }: ChangeContext,
  { label: id, isCanceled }: OrderChangeOf<'resolveLabelCancellation'>,
): Promise<AppliedChange> {
  const [label] = await tx<RefusedCancellation[]>`
    update label_request r set cancellation = ${isCanceled ? 'done' : 'pending'}
    from fulfillment f
    where r.id = ${id} and r.cancellation = 'refused' and f.store_id = r.store_id
      and f.id = r.parcel_id and f.order_id = ${order._id}
    returning f.number as parcel_number, r.service_name, r.service_url,
      coalesce(r.tracking_number, '') as label_number`
  if (!label) throw createFieldProblem('change.label', 'not_found')
  if (!isCanceled) await requestCancellation({ tx, storeId }, id, label)
  const { parcelNumber: fulfillment, serviceName: labelService, labelNumber } = label
  return {
    status: order.status,
    keepsParts: true,
    event: {
      type: isCanceled ? 'label_canceled' : 'label_retried',
      data: { fulfillment, labelService, trackingNumber: labelNumber },
    },
  }
}

/** Only the service that created the label knows it. @throws Problem 409 label_service_missing */
async function requestCancellation(
  { tx, storeId }: { tx: Tx; storeId: string },
  id: string,
  { serviceUrl }: RefusedCancellation,
): Promise<void> {
  const service = await getLabelService(tx)
  if (service?.url !== serviceUrl) throw new Problem(409, 'label_service_missing')
  await enqueueJob(tx, 'order.cancelLabel', { storeId, id }, `order.cancelLabel ${id}`)
}

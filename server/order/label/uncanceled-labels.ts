import type { Tx } from '../../lib/db/db.ts'

/** Returns the query of the labels of an order whose cancellation was refused. */
export const selectUncanceledLabels = (tx: Tx, orderId: string) => tx`
  select r.id as "_id", r.parcel_id as parcel, r.service_name as service,
    coalesce(r.tracking_number, '') as "labelNumber"
  from label_request r join fulfillment f on f.store_id = r.store_id and f.id = r.parcel_id
  where f.order_id = ${orderId} and r.cancellation = 'refused' order by r.id`

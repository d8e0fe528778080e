import type { OrderFilePurpose } from '#contract/order/file/order-file.ts'
import type { Tx } from '../../lib/db/db.ts'
import { createOrderEvent } from '../fulfillment/order-event.ts'

type EventFile = {
  orderId: string
  purpose: OrderFilePurpose
  fileName: string
  returnId?: string | null | undefined
  parcelId?: string | null | undefined
}

/** Adds a file that was added or removed to the timeline, with the return or the parcel to which it belongs. */
export async function addFileEvent(
  tx: Tx,
  action: 'added' | 'removed',
  { orderId, purpose, fileName, returnId = null, parcelId = null }: EventFile,
): Promise<void> {
  const [numbers] = await tx<{ return: string | null; fulfillment: string | null }[]>`
    select (select number from order_return where id = ${returnId}) as return,
      (select number from fulfillment where id = ${parcelId}) as fulfillment`
  const labelType = returnId ? 'return_label' : 'label'
  await createOrderEvent(tx, orderId, `${purpose === 'label' ? labelType : 'file'}_${action}`, {
    ...(purpose !== 'label' && { file: fileName }),
    ...numbers,
  })
}

import type { Tx } from '../../lib/db/db.ts'
import { createOrderEvent } from '../fulfillment/order-event.ts'

type LabelEvent = {
  orderId: string
  returnId: string
  type: 'return_label_added' | 'return_label_removed'
}

/** Adds the label of a return to the timeline of the order. */
export async function addReturnLabelEvent(
  tx: Tx,
  { orderId, returnId, type }: LabelEvent,
): Promise<void> {
  const [row] = await tx<{ number: string }[]>`
    select number from order_return where id = ${returnId}`
  await createOrderEvent(tx, orderId, type, { return: row?.number })
}

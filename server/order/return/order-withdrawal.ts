import type { Tx } from '../../lib/db/db.ts'
import { enqueueOrderMail } from '../fulfillment/enqueue-order-mail.ts'
import { createOrderEvent } from '../fulfillment/order-event.ts'
import { addOrderNotification } from '../fulfillment/order-notification.ts'
import { lockOrder, unarchiveOrder } from '../order-store.ts'

/**
 * Stores the withdrawal of a shopper from the contract, emails a receipt and notifies staff. The
 * order leaves the archive. A second statement changes nothing.
 */
export async function withdrawOrder(
  tx: Tx,
  id: string,
  { name, email }: { name: string; email: string },
): Promise<void> {
  const order = await lockOrder(tx, id)
  const rows = await tx`
    insert into order_withdrawal (order_id, name, email) values (${id}, ${name}, ${email})
    on conflict on constraint order_withdrawal__order do nothing returning id`
  if (rows.length === 0) return
  await unarchiveOrder(tx, order)
  await Promise.all([
    createOrderEvent(tx, id, 'withdrawn', { text: `${name}, ${email}` }),
    addOrderNotification(tx, 'order_withdrawn', order),
    enqueueOrderMail(tx, id, 'withdrawal'),
  ])
}

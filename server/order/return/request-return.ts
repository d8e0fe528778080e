import type { OrderChangeOf } from '#contract/order/order-change.ts'
import type { Tx } from '../../lib/db/db.ts'
import { applyOrderChange } from '../change/apply-change.ts'
import { addOrderNotification } from '../fulfillment/order-notification.ts'
import { lockOrder, unarchiveOrder } from '../order-store.ts'

/**
 * Requests a return as the shopper of an order, which leaves the archive. Staff get a notification.
 * @throws Problem 409 return_too_big
 */
export async function requestReturn(
  scope: { tx: Tx; storeId: string; id: string },
  request: Pick<OrderChangeOf<'createReturn'>, 'lines' | 'wish' | 'reason'>,
): Promise<void> {
  const order = await lockOrder(scope.tx, scope.id)
  await unarchiveOrder(scope.tx, order)
  await applyOrderChange(scope, {
    change: { kind: 'createReturn', status: 'requested', ...request },
  })
  await addOrderNotification(scope.tx, 'return_requested', order)
}

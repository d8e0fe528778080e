import type { OrderChangeOf } from '#contract/order/order-change.ts'
import { assertFound } from '../../lib/call/problem.ts'
import type { Tx } from '../../lib/db/db.ts'
import { unarchiveOrder } from '../archive-orders.ts'
import { applyOrderChange } from '../change/apply-change.ts'
import { addOrderNotification } from '../fulfillment/order-notification.ts'
import { lockOrder } from '../order-store.ts'

/**
 * Requests a return as the shopper of an order, which leaves the archive. Staff get a
 * notification. Returns the id of the return.
 * @throws Problem 409 return_too_big
 */
export async function requestReturn(
  scope: { tx: Tx; storeId: string; id: string },
  request: Pick<OrderChangeOf<'createReturn'>, 'lines' | 'wish' | 'reason'>,
): Promise<string> {
  const order = await lockOrder(scope.tx, scope.id)
  await unarchiveOrder(scope.tx, order)
  await applyOrderChange(scope, {
    change: { kind: 'createReturn', status: 'requested', ...request },
  })
  await addOrderNotification(scope.tx, 'return_requested', order)
  const [row] = await scope.tx<{ id: string }[]>`
    select id from order_return where order_id = ${scope.id} order by id desc limit 1`
  return assertFound(row).id
}

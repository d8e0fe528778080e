import { hasUnshippedUnits, isWithdrawable } from '#contract/order/open-units.ts'
import { withdrawalReason } from '#contract/order/order-state.ts'
import { listReturnableUnits } from '#contract/order/returnable-units.ts'
import type { Tx } from '../../lib/db/db.ts'
import { unarchiveOrder } from '../archive-orders.ts'
import { applyOrderChange } from '../change/apply-change.ts'
import { enqueueOrderMails } from '../fulfillment/enqueue-order-mail.ts'
import { createOrderEvent } from '../fulfillment/order-event.ts'
import { addOrderNotification } from '../fulfillment/order-notification.ts'
import { listAllowedTransitions } from '../fulfillment/order-status.ts'
import { type LockedOrder, lockOrder } from '../order-store.ts'
import { selectReturns } from './select-returns.ts'

/**
 * Stores the withdrawal of a shopper from the contract, emails a receipt and notifies staff. The order
 * leaves the archive. Goods that were not shipped stay, so the order is on hold until staff cancel it, or
 * remove them from an order with other goods.
 * The goods that were shipped come back, so requested returns of them are accepted, and it opens an
 * accepted return of the others. Goods that the law excepts are still shipped, and do not come back. A second
 * statement changes nothing.
 */
export async function withdrawOrder(
  scope: { tx: Tx; storeId: string; id: string },
  { name, email }: { name: string; email: string },
): Promise<void> {
  const { tx, id } = scope
  const order = await lockOrder(tx, id)
  const rows = await tx`
    insert into order_withdrawal (order_id, name, email) values (${id}, ${name}, ${email})
    on conflict on constraint order_withdrawal__order do nothing returning id`
  if (rows.length === 0) return
  await unarchiveOrder(tx, order)
  await Promise.all([
    createOrderEvent(tx, id, 'withdrawn', { text: name }),
    addOrderNotification(tx, 'order_withdrawn', order),
    enqueueOrderMails(tx, [{ orderId: id, kind: 'withdrawal', answersShopper: true }]),
  ])
  const hasGoodsToStop = order.lines.some(line => isWithdrawable(line) && hasUnshippedUnits(line))
  if (hasGoodsToStop && listAllowedTransitions(order).includes('on_hold'))
    await applyOrderChange(scope, {
      change: { kind: 'changeStatus', status: 'on_hold', reason: withdrawalReason },
    })
  const { requestedReturns, lines } = await listWithdrawnUnits(tx, order)
  for (const orderReturn of requestedReturns)
    await applyOrderChange(scope, {
      change: { kind: 'updateReturn', return: orderReturn, status: 'accepted' },
    })
  if (lines.length > 0)
    await applyOrderChange(scope, {
      change: {
        kind: 'createReturn',
        status: 'accepted',
        lines: lines.map(line => ({ ...line, reason: 'unwanted' as const })),
        wish: 'refund',
      },
    })
}

/**
 * Of the goods that the right covers, returns the requested returns and the units that were shipped and
 * are in no return.
 */
async function listWithdrawnUnits(tx: Tx, order: LockedOrder) {
  const { _id } = order
  const returns = await selectReturns(tx, _id)
  const coveredLines = order.lines.filter(isWithdrawable)
  const isCovered = ({ line }: { line: string }) => coveredLines.some(each => each._id === line)
  return {
    requestedReturns: returns
      .filter(each => each.kind === 'return' && each.status === 'requested')
      .filter(each => each.lines.some(isCovered))
      .map(each => each._id),
    lines: listReturnableUnits({ ...order, returns }).filter(
      unit => unit.quantity > 0 && isCovered(unit),
    ),
  }
}

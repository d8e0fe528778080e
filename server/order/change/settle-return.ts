import { countLineUnits } from '#contract/order/open-units.ts'
import type { Order } from '#contract/order/order.ts'
import type { OrderChangeOf } from '#contract/order/order-change.ts'
import type { LineUnits } from '#contract/order/order-input.ts'
import type { OrderReturn } from '#contract/order/order-part.ts'
import { listOpenClaimUnits, listUnsettledUnits } from '#contract/order/returnable-units.ts'
import { createFieldProblem, Problem } from '../../lib/call/problem.ts'
import { type Tx, updateRow } from '../../lib/db/db.ts'
import { createOrderEvents } from '../fulfillment/order-event.ts'
import { getOrder, type LockedOrder } from '../order-store.ts'
import { loadRefundAmounts } from '../payment/load-refund-amounts.ts'
import { getRefundableAmount } from '../payment/order-payment.ts'
import type { ChangeContext } from './applied-change.ts'

/**
 * Checks that a refund is for units of a return, and settles a return that was received, or a claim, if no
 * units are left in it. Units that were not sent back can be refunded too, such as broken ones. Returns the
 * number of the return.
 * @throws Problem 409 return_transition, or 422 refund_units_too_many at a line
 */
export async function settleReturn(
  { tx, order }: ChangeContext,
  returnId: string,
  { lines }: Pick<OrderChangeOf<'refund'>, 'lines'>,
): Promise<string> {
  const { current, orderReturn } = await loadReturn(tx, order._id, returnId)
  const { kind, status } = orderReturn
  if (!['accepted', 'in_transit', 'received'].includes(status))
    throw new Problem(409, 'return_transition')
  const units = listOpenClaimUnits(orderReturn)
  for (const [i, { line: id, quantity }] of lines.entries()) {
    const count = countLineUnits(units, id)
    if (quantity > count)
      throw createFieldProblem(`change.lines.${i}.quantity`, 'refund_units_too_many', { count })
  }
  const isSettleable = kind === 'claim' || status === 'received'
  if (isSettleable && areUnitsSettled(current, orderReturn, lines))
    await updateRow(tx, 'order_return', returnId, { status: 'settled' })
  return orderReturn.number
}

/**
 * Returns an order and one of its returns as they are now.
 * @throws Problem 422 not_found on `return`
 */
export async function loadReturn(
  tx: Tx,
  orderId: string,
  returnId: string,
): Promise<{ current: Order; orderReturn: OrderReturn }> {
  const current = await getOrder(tx, orderId)
  const orderReturn = current.returns.find(({ _id }) => _id === returnId)
  if (!orderReturn) throw createFieldProblem('return', 'not_found')
  return { current, orderReturn }
}

/** Returns whether a return or a claim has no units left after these ones. */
export const areUnitsSettled = (
  order: Pick<Order, 'lines' | 'refunds'>,
  orderReturn: OrderReturn,
  settledUnits: readonly LineUnits[] = [],
): boolean =>
  listUnsettledUnits(order, orderReturn).every(
    ({ line, quantity }) => quantity <= countLineUnits(settledUnits, line),
  )

/** Settles the returns that wait for their refund, once no paid amount of the order is left to refund. */
export async function settleRefundedReturns(tx: Tx, order: LockedOrder): Promise<void> {
  const waiting = await tx<{ id: string; number: string }[]>`
    select id, number from order_return
    where order_id = ${order._id} and kind = 'return' and status = 'received' order by id`
  if (waiting.length === 0 || !(await isWhollyRefunded(tx, order))) return
  await tx`
    update order_return set status = 'settled'
    where id = any (${waiting.map(({ id }) => id)}::uuid[])`
  await createOrderEvents(
    tx,
    waiting.map(({ number }) => ({
      orderId: order._id,
      type: 'return_settled',
      data: { return: number },
    })),
  )
}

/** Returns whether an order was paid, and all of it was refunded except the kept amount. */
export async function isWhollyRefunded(tx: Tx, order: LockedOrder): Promise<boolean> {
  if (order.paidTotal === 0) return false
  const { keptTotal } = await loadRefundAmounts(tx, order._id)
  return (await getRefundableAmount(tx, order)) <= keptTotal
}

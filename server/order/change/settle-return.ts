import type { OrderChangeOf } from '#contract/order/order-change.ts'
import type { OrderReturn } from '#contract/order/order-part.ts'
import { createFieldProblem, Problem } from '../../lib/call/problem.ts'
import { type Tx, updateRow } from '../../lib/db/db.ts'
import { createOrderEvents } from '../fulfillment/order-event.ts'
import type { LockedOrder } from '../order-store.ts'
import { loadKeptTotal } from '../payment/kept-amount.ts'
import { getRefundableAmount } from '../payment/order-payment.ts'
import { findReturn } from '../return/select-returns.ts'
import type { ChangeContext } from './applied-change.ts'

type OrderReturnLine = OrderReturn['lines'][number]

/**
 * Checks that a refund is for units of a return, and settles a return that was received, or a claim
 * without further units. Units that were not sent back can be refunded too, such as broken ones. Returns
 * the number of the return.
 * @throws Problem 409 return_transition, or 422 refund_units_too_many at a line
 */
export async function settleReturn(
  { tx, order }: ChangeContext,
  returnId: string,
  { lines }: Pick<OrderChangeOf<'refund'>, 'lines'>,
): Promise<string> {
  const orderReturn = await findReturn(tx, order._id, returnId)
  const { kind, status, lines: returnLines } = orderReturn
  if (!['accepted', 'in_transit', 'received'].includes(status))
    throw new Problem(409, 'return_transition')
  for (const [i, { line: id, quantity }] of lines.entries()) {
    const returned = returnLines.find(({ line }) => line === id)
    const count = returned ? countUnsettledUnits(returned) : 0
    if (quantity > count)
      throw createFieldProblem(`change.lines.${i}.quantity`, 'refund_units_too_many', { count })
  }
  const isSettled = kind === 'claim' ? isClaimSettled(orderReturn, lines) : status === 'received'
  if (isSettled) await updateRow(tx, 'order_return', returnId, { status: 'settled' })
  return orderReturn.number
}

const countUnsettledUnits = ({ quantity, replacedQuantity, refundedQuantity }: OrderReturnLine) =>
  quantity - replacedQuantity - refundedQuantity

/** Returns whether a claim has no units left after these ones. */
export const isClaimSettled = (
  { lines }: Pick<OrderReturn, 'lines'>,
  settledUnits: readonly { line: string; quantity: number }[],
): boolean =>
  lines.every(returnLine => {
    const settled = settledUnits.find(unit => unit.line === returnLine.line)?.quantity ?? 0
    return countUnsettledUnits(returnLine) <= settled
  })

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
  return (await getRefundableAmount(tx, order)) <= (await loadKeptTotal(tx, order._id))
}

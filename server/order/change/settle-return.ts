import type { OrderChangeOf } from '#contract/order/order-change.ts'
import type { OrderReturn } from '#contract/order/order-part.ts'
import { createFieldProblem, Problem } from '../../lib/call/problem.ts'
import { type Tx, updateRow } from '../../lib/db/db.ts'
import { findReturn } from '../return/select-returns.ts'
import type { ChangeContext } from './applied-change.ts'

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
  const refundedUnits = await sumRefundedUnits(tx, returnId)
  for (const [i, { line: id, quantity }] of lines.entries()) {
    const returned = returnLines.find(({ line }) => line === id)
    const count = returned
      ? returned.quantity - returned.replacedQuantity - (refundedUnits.get(id) ?? 0)
      : 0
    if (quantity > count)
      throw createFieldProblem(`change.lines.${i}.quantity`, 'refund_units_too_many', { count })
  }
  const isSettled =
    kind === 'claim' ? isClaimSettled(orderReturn, refundedUnits, lines) : status === 'received'
  if (isSettled) await updateRow(tx, 'order_return', returnId, { status: 'settled' })
  return orderReturn.number
}

/** Returns whether a claim has no units left after these ones. */
export const isClaimSettled = (
  { lines }: Pick<OrderReturn, 'lines'>,
  refundedUnits: Map<string, number>,
  settledUnits: readonly { line: string; quantity: number }[],
): boolean =>
  lines.every(({ line, quantity, replacedQuantity }) => {
    const settled = settledUnits.find(unit => unit.line === line)?.quantity ?? 0
    return quantity === replacedQuantity + (refundedUnits.get(line) ?? 0) + settled
  })

/** Returns the units that earlier refunds of the return returned the price of, by line. */
export async function sumRefundedUnits(tx: Tx, returnId: string): Promise<Map<string, number>> {
  const rows = await tx<{ line: string; quantity: number }[]>`
    select l.line_id as line, sum(l.quantity)::integer as quantity
    from refund r join refund_line l on l.store_id = r.store_id and l.refund_id = r.id
    where r.return_id = ${returnId} group by l.line_id`
  return new Map(rows.map(({ line, quantity }) => [line, quantity]))
}

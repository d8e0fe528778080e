import type { OrderChangeOf } from '#contract/order/order-change.ts'
import { createFieldProblem, Problem } from '../../lib/call/problem.ts'
import { type Tx, updateRow } from '../../lib/db/db.ts'
import { findReturn } from '../return/select-returns.ts'
import type { ChangeContext } from './applied-change.ts'

/**
 * Checks that a refund is for units of a return, and settles a return that was received. Units that
 * were not sent back can be refunded too, such as broken ones.
 * @throws Problem 409 return_transition, or 422 refund_units_too_many at a line
 */
export async function settleReturn(
  { tx, order }: ChangeContext,
  returnId: string,
  { lines }: Pick<OrderChangeOf<'refund'>, 'lines'>,
): Promise<void> {
  const { status, lines: returnLines } = await findReturn(tx, order._id, returnId)
  if (!['accepted', 'in_transit', 'received'].includes(status))
    throw new Problem(409, 'return_transition')
  const refundedUnits = await sumRefundedUnits(tx, returnId)
  for (const [i, { line: id, quantity }] of lines.entries()) {
    const returned = returnLines.find(({ line }) => line === id)?.quantity ?? 0
    const count = returned - (refundedUnits.get(id) ?? 0)
    if (quantity > count)
      throw createFieldProblem(`change.lines.${i}.quantity`, 'refund_units_too_many', { count })
  }
  if (status === 'received') await updateRow(tx, 'order_return', returnId, { status: 'settled' })
}

/** Returns the units that earlier refunds of the return returned the price of, by line. */
export async function sumRefundedUnits(tx: Tx, returnId: string): Promise<Map<string, number>> {
  const rows = await tx<{ line: string; quantity: number }[]>`
    select l.line_id as line, sum(l.quantity)::integer as quantity
    from refund r join refund_line l on l.store_id = r.store_id and l.refund_id = r.id
    where r.return_id = ${returnId} group by l.line_id`
  return new Map(rows.map(({ line, quantity }) => [line, quantity]))
}

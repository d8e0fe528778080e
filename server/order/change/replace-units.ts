import { sum } from '#contract/lib/sum.ts'
import type { OrderChangeOf } from '#contract/order/order-change.ts'
import { createFieldProblem } from '../../lib/call/problem.ts'
import type { AppliedChange, ChangeContext } from './applied-change.ts'
import { createFollowingOrder, linkFollowingOrder } from './following-order.ts'

type ReplaceUnits = OrderChangeOf<'replaceUnits'>

/**
 * Creates an order without payment with units that were shipped and were broken, wrong or lost. The
 * units of this order stay as they are.
 * @throws Problem 409 insufficient_stock, or 422 return_too_big or return_empty at a line
 */
export async function replaceUnits(
  context: ChangeContext,
  { lines, reason, note = '' }: ReplaceUnits,
): Promise<AppliedChange> {
  const replacedLines = listReplacedLines(context, lines)
  const newOrder = await createFollowingOrder(context, {
    lines: replacedLines.map(line => ({ ...line, unitPrice: 0 })),
  })
  await linkFollowingOrder(context, newOrder._id)
  return {
    event: {
      type: 'units_replaced',
      data: {
        order: newOrder.number,
        units: sum(replacedLines.map(({ quantity }) => quantity)),
        refundReason: reason,
        ...(note && { note }),
      },
    },
    newOrder: { _id: newOrder._id, total: newOrder.total, credit: 0, due: 0, paidBack: 0 },
  }
}

/** Returned units are not replaced, and neither are those whose product was deleted. */
function listReplacedLines({ order }: ChangeContext, lines: ReplaceUnits['lines']) {
  const replacedLines = lines.flatMap(({ line: id, quantity }, i) => {
    if (quantity === 0) return []
    const line = order.lines.find(({ _id }) => _id === id)
    const isRepeated = lines.findIndex(other => other.line === id) < i
    if (!line?.variant || isRepeated)
      throw createFieldProblem(`change.lines.${i}.line`, 'not_found')
    if (quantity > line.fulfilledQuantity - line.returnedQuantity)
      throw createFieldProblem(`change.lines.${i}.quantity`, 'return_too_big')
    return [{ variant: line.variant, quantity }]
  })
  if (replacedLines.length === 0)
    throw createFieldProblem('change.lines.0.quantity', 'return_empty')
  return replacedLines
}

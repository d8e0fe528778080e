import { sum } from '#contract/lib/sum.ts'
import type { OrderChangeOf } from '#contract/order/order-change.ts'
import { listReplaceableUnits } from '#contract/order/returnable-units.ts'
import { createFieldProblem } from '../../lib/call/problem.ts'
import { linkReplacedLines } from '../items/replaced-units.ts'
import { getOrder } from '../order-store.ts'
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
  { lines, reason, note = '', isNotified = true }: ReplaceUnits,
): Promise<AppliedChange> {
  const { tx } = context
  const replacedLines = await listReplacedLines(context, lines)
  const newOrder = await createFollowingOrder(context, {
    lines: replacedLines.map(({ variant, quantity }) => ({ variant, quantity, unitPrice: 0 })),
  })
  await linkReplacedLines(
    tx,
    newOrder._id,
    replacedLines.map(({ line }) => line),
  )
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
    mails: isNotified ? [{ kind: 'replacement', orderId: newOrder._id }] : [],
    newOrder: { _id: newOrder._id, total: newOrder.total, credit: 0, due: 0, paidBack: 0 },
  }
}

/** Units are replaced once, and not if they were returned or refunded, or if their product was deleted. */
async function listReplacedLines({ tx, order }: ChangeContext, lines: ReplaceUnits['lines']) {
  const { returns, refunds } = await getOrder(tx, order._id)
  const replaceableUnits = listReplaceableUnits({ lines: order.lines, returns, refunds })
  const replacedLines = lines.flatMap(({ line: id, quantity }, i) => {
    if (quantity === 0) return []
    const line = order.lines.find(({ _id }) => _id === id)
    const isRepeated = lines.findIndex(other => other.line === id) < i
    if (!line?.variant || isRepeated)
      throw createFieldProblem(`change.lines.${i}.line`, 'not_found')
    const replaceable = replaceableUnits.find(unit => unit.line === id)?.quantity ?? 0
    if (quantity > replaceable)
      throw createFieldProblem(`change.lines.${i}.quantity`, 'return_too_big')
    return [{ line: id, variant: line.variant, quantity }]
  })
  if (replacedLines.length === 0)
    throw createFieldProblem('change.lines.0.quantity', 'return_empty')
  return replacedLines
}

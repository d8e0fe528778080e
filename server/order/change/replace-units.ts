import { sum } from '#contract/lib/sum.ts'
import { countLineUnits } from '#contract/order/open-units.ts'
import type { Order } from '#contract/order/order.ts'
import type { OrderChangeOf } from '#contract/order/order-change.ts'
import type { OrderReturn } from '#contract/order/order-part.ts'
import { listOpenClaimUnits, listReplaceableUnits } from '#contract/order/returnable-units.ts'
import { createFieldProblem, Problem } from '../../lib/call/problem.ts'
import { type Tx, updateRow } from '../../lib/db/db.ts'
import { linkReplacedLines } from '../items/replaced-units.ts'
import { getOrder, type LockedOrder } from '../order-store.ts'
import type { AppliedChange, ChangeContext } from './applied-change.ts'
import { createFollowingOrder, linkFollowingOrder } from './following-order.ts'
import { insertReturn } from './return-changes.ts'
import { areUnitsSettled } from './settle-return.ts'

type ReplaceUnits = OrderChangeOf<'replaceUnits'>

/**
 * Creates an order without payment with units that were shipped and were broken, wrong or lost. The
 * units of this order stay as they are. The replacement settles their claim, which is created if there
 * is none.
 * @throws Problem 409 insufficient_stock or return_transition, or 422 return_too_big or return_empty at a
 * line
 */
export async function replaceUnits(
  context: ChangeContext,
  change: ReplaceUnits,
): Promise<AppliedChange> {
  const { tx, order } = context
  const { reason, note = '', isNotified = true } = change
  const current = await getOrder(tx, order._id)
  const { returns } = current
  const claim = change.return ? findAcceptedClaim(returns, change.return) : undefined
  const units = claim ? listOpenClaimUnits(claim) : listReplaceableUnits(current)
  const replacedLines = listReplacedLines(order, change.lines, units)
  const newOrder = await createFollowingOrder(context, {
    lines: replacedLines.map(({ variant, quantity }) => ({ variant, quantity, unitPrice: 0 })),
  })
  await linkReplacedLines(
    tx,
    newOrder._id,
    replacedLines.map(({ line }) => line),
  )
  const { _id: returnId, number } = claim
    ? await settleClaim(tx, { order: current, claim }, replacedLines)
    : await insertReturn(tx, order, {
        kind: 'claim',
        position: returns.length + 1,
        status: 'settled',
        wish: 'replacement',
        reason: note,
        decidedAt: tx`now()`,
        lines: replacedLines.map(({ line, quantity }) => ({ line, quantity, reason })),
      })
  await linkFollowingOrder(context, { newOrderId: newOrder._id, returnId })
  return {
    event: {
      type: 'units_replaced',
      data: {
        order: newOrder.number,
        return: number,
        units: sum(replacedLines.map(({ quantity }) => quantity)),
        refundReason: reason,
        ...(note && { note }),
      },
    },
    mails: isNotified ? [{ kind: 'replacement', orderId: newOrder._id }] : [],
    newOrder: { _id: newOrder._id, total: newOrder.total, credit: 0, due: 0, paidBack: 0 },
  }
}

/** @throws Problem 422 not_found on `change.return`, or 409 return_transition */
function findAcceptedClaim(returns: readonly OrderReturn[], id: string): OrderReturn {
  const claim = returns.find(({ _id, kind }) => _id === id && kind === 'claim')
  if (!claim) throw createFieldProblem('change.return', 'not_found')
  if (claim.status !== 'accepted') throw new Problem(409, 'return_transition')
  return claim
}

type ReplacedLine = { line: string; variant: string; quantity: number }

/** Settles a claim that has no units left after the replaced ones. */
async function settleClaim(
  tx: Tx,
  { order, claim }: { order: Order; claim: OrderReturn },
  replacedLines: readonly ReplacedLine[],
): Promise<OrderReturn> {
  if (areUnitsSettled(order, claim, replacedLines))
    await updateRow(tx, 'order_return', claim._id, { status: 'settled' })
  return claim
}

/** Units are replaced once, and not if they were returned or refunded, or if their product was deleted. */
function listReplacedLines(
  order: LockedOrder,
  lines: ReplaceUnits['lines'],
  replaceableUnits: readonly { line: string; quantity: number }[],
): ReplacedLine[] {
  const replacedLines = lines.flatMap(({ line: id, quantity }, i) => {
    if (quantity === 0) return []
    const line = order.lines.find(({ _id }) => _id === id)
    const isRepeated = lines.findIndex(other => other.line === id) < i
    if (!line?.variant || isRepeated)
      throw createFieldProblem(`change.lines.${i}.line`, 'not_found')
    const replaceable = countLineUnits(replaceableUnits, id)
    if (quantity > replaceable)
      throw createFieldProblem(`change.lines.${i}.quantity`, 'return_too_big')
    return [{ line: id, variant: line.variant, quantity }]
  })
  if (replacedLines.length === 0)
    throw createFieldProblem('change.lines.0.quantity', 'return_empty')
  return replacedLines
}

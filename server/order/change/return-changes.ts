import type { OrderChangeOf } from '#contract/order/order-change.ts'
import { returnTransitions } from '#contract/order/return-state.ts'
import { listReturnableUnits } from '#contract/order/returnable-units.ts'
import { createFieldProblem, Problem } from '../../lib/call/problem.ts'
import { insertRow, insertRows, updateRow } from '../../lib/db/db.ts'
import { findReturn, selectReturns } from '../return/select-returns.ts'
import type { AppliedChange, ChangeContext } from './applied-change.ts'

type CreateReturn = OrderChangeOf<'createReturn'>

/**
 * Requests a return of units that were shipped, or accepts it at once.
 * @throws Problem 409 return_too_big, or 422 return_empty
 */
export async function createReturn(
  context: ChangeContext,
  { status, lines, wish, reason = '', answer = '', isNotified = true }: CreateReturn,
): Promise<AppliedChange> {
  const { tx, order } = context
  const returns = await selectReturns(tx, order._id)
  assertReturnable(lines, listReturnableUnits({ lines: order.lines, returns }))
  const chosenLines = lines.filter(({ quantity }) => quantity > 0)
  if (chosenLines.length === 0) throw createFieldProblem('change.lines.0.quantity', 'return_empty')
  const isAccepted = status === 'accepted'
  const number = `${order.number}-R${returns.length + 1}`
  const returnId = await insertRow(tx, 'order_return', {
    orderId: order._id,
    number,
    status,
    wish,
    reason,
    answer,
    ...(isAccepted && { decidedAt: tx`now()` }),
  })
  await insertRows(
    tx,
    'order_return_line',
    chosenLines.map(({ line: lineId, ...line }) => ({ returnId, lineId, ...line })),
  )
  return {
    event: {
      type: `return_${status}`,
      data: { return: number, ...(reason && { text: reason }) },
    },
    mails: isNotified ? [{ kind: `return_${status}`, key: ` ${returnId}` }] : [],
  }
}

/** Lines share no units, so a line that occurs twice is refused. */
function assertReturnable(
  lines: CreateReturn['lines'],
  returnableUnits: ReturnType<typeof listReturnableUnits>,
): void {
  for (const [i, { line, quantity }] of lines.entries()) {
    const returnable = returnableUnits.find(unit => unit.line === line)?.quantity ?? 0
    const isRepeated = lines.findIndex(other => other.line === line) < i
    if (quantity > returnable || isRepeated)
      throw createFieldProblem(`change.lines.${i}.quantity`, 'return_too_big', {}, 409)
  }
}

/**
 * Changes the state of a return, with a message to the shopper.
 * @throws Problem 422 on `return`, or 409 return_decided or return_transition
 */
export async function updateReturn(
  { tx, order }: ChangeContext,
  { return: id, status, answer, isNotified = true }: OrderChangeOf<'updateReturn'>,
): Promise<AppliedChange> {
  const orderReturn = await findReturn(tx, order._id, id)
  const isDecision = status === 'accepted' || status === 'declined'
  const allowed = returnTransitions[orderReturn.status]
  if (!allowed.includes(status))
    throw new Problem(
      409,
      isDecision ? 'return_decided' : 'return_transition',
      {},
      {
        data: { allowed },
      },
    )
  const hasArrived = orderReturn.lines.some(
    ({ receivedQuantity, missingQuantity }) => receivedQuantity + missingQuantity > 0,
  )
  if (status === 'canceled' && hasArrived) throw new Problem(409, 'return_transition')
  await updateRow(tx, 'order_return', id, {
    status,
    answer,
    ...(isDecision && { decidedAt: tx`now()` }),
  })
  return {
    event: {
      type: `return_${status}`,
      data: { return: orderReturn.number, ...(answer && { text: answer }) },
    },
    mails: isNotified ? [{ kind: `return_${status}`, key: ` ${id}` }] : [],
  }
}

import { countLineUnits } from '#contract/order/open-units.ts'
import type { OrderChangeOf } from '#contract/order/order-change.ts'
import { orderMailKinds } from '#contract/order/order-mail.ts'
import type { OrderReturn } from '#contract/order/order-part.ts'
import { listReturnTransitions, type ReturnKind } from '#contract/order/return-state.ts'
import {
  isReopenable,
  listReplaceableUnits,
  listReturnableUnits,
} from '#contract/order/returnable-units.ts'
import { createFieldProblem, Problem } from '../../lib/call/problem.ts'
import { insertRow, insertRows, type Tx, updateRow } from '../../lib/db/db.ts'
import type { TableFields } from '../../lib/db/table-fields.ts'
import { getOrder, type LockedOrder } from '../order-store.ts'
import { assertFutureDay, findReturnDeadline } from '../return/return-deadline.ts'
import { findReturn, selectReturns } from '../return/select-returns.ts'
import type { AppliedChange, ChangeContext } from './applied-change.ts'
import { loadReturn } from './settle-return.ts'

type CreateReturn = OrderChangeOf<'createReturn' | 'createClaim'>

/**
 * Requests a return of units that were shipped, or a claim for them, or accepts it at once. Units
 * whose price was refunded are returned, not claimed.
 * @throws Problem 409 return_too_big, or 422 return_empty
 */
export async function createReturn(
  { tx, order }: ChangeContext,
  change: CreateReturn,
): Promise<AppliedChange> {
  const { status, lines, wish, reason = '', answer = '', isNotified = true } = change
  const kind = change.kind === 'createClaim' ? 'claim' : 'return'
  const { returns, units } = await loadUnits({ tx, order }, kind)
  assertReturnable(lines, units)
  const chosenLines = lines.filter(({ quantity }) => quantity > 0)
  if (chosenLines.length === 0) throw createFieldProblem('change.lines.0.quantity', 'return_empty')
  const isAccepted = status === 'accepted'
  const { _id, number } = await insertReturn(tx, order, {
    kind,
    position: returns.length + 1,
    status,
    wish,
    reason,
    answer,
    ...(isAccepted && {
      decidedAt: tx`now()`,
      sendBackBy: await getReturnDeadline(
        tx,
        kind,
        'sendBackBy' in change ? change.sendBackBy : undefined,
      ),
    }),
    lines: chosenLines,
  })
  return describeReturn({ _id, kind, number, status }, { text: reason, isNotified })
}

/** Returns the units that can be returned or claimed, and the earlier returns and claims. */
async function loadUnits({ tx, order }: Pick<ChangeContext, 'tx' | 'order'>, kind: ReturnKind) {
  if (kind === 'claim') {
    const current = await getOrder(tx, order._id)
    return { returns: current.returns, units: listReplaceableUnits(current) }
  }
  const returns = await selectReturns(tx, order._id)
  return { returns, units: listReturnableUnits({ ...order, returns }) }
}

type NewReturn = Omit<TableFields<'order_return'>, 'orderId' | 'number' | 'position'> & {
  kind: ReturnKind
  /** Among the returns and claims of the order. */
  position: number
  lines: readonly Pick<OrderReturn['lines'][number], 'line' | 'quantity' | 'reason'>[]
}

/** Inserts a return or a claim with its lines. */
export async function insertReturn(
  tx: Tx,
  order: Pick<LockedOrder, '_id' | 'number'>,
  { position, lines, ...columns }: NewReturn,
): Promise<{ _id: string; number: string }> {
  const number = `${order.number}-${columns.kind === 'claim' ? 'C' : 'R'}${position}`
  const returnId = await insertRow(tx, 'order_return', { orderId: order._id, number, ...columns })
  await insertRows(
    tx,
    'order_return_line',
    lines.map(({ line: lineId, ...line }) => ({ returnId, lineId, ...line })),
  )
  return { _id: returnId, number }
}

/** Returns the chosen deadline, or that of the settings. The units of a claim are not sent back. */
async function getReturnDeadline(
  tx: Tx,
  kind: ReturnKind,
  day: string | null | undefined,
): Promise<string | null> {
  if (kind === 'claim') return null
  if (day === undefined) return findReturnDeadline(tx)
  if (day !== null) await assertFutureDay(tx, day)
  return day
}

/**
 * Sets the last day on which the customer sends an accepted return back.
 * @throws Problem 422 on `return` or `sendBackBy`, or 409 return_not_accepted
 */
export async function setReturnDeadline(
  { tx, order }: ChangeContext,
  { return: id, sendBackBy, isNotified = true }: OrderChangeOf<'setReturnDeadline'>,
): Promise<AppliedChange> {
  const orderReturn = await findReturn(tx, order._id, id)
  if (orderReturn.kind === 'claim' || orderReturn.status !== 'accepted')
    throw new Problem(409, 'return_not_accepted')
  if (sendBackBy !== null) await assertFutureDay(tx, sendBackBy)
  await updateRow(tx, 'order_return', id, { sendBackBy })
  return {
    event: {
      type: sendBackBy === null ? 'return_deadline_removed' : 'return_deadline_set',
      data: { return: orderReturn.number, day: sendBackBy },
    },
    mails: isNotified ? [{ kind: 'return_instructions', partId: id }] : [],
  }
}

/** Returns the event and the email about the state of a return or a claim. */
function describeReturn(
  { _id, kind, number, status }: Pick<OrderReturn, '_id' | 'kind' | 'number' | 'status'>,
  { text, isNotified }: { text: string | undefined; isNotified: boolean },
): AppliedChange {
  const type = `${kind}_${status}`
  const mailKind = orderMailKinds.find(each => each === type)
  return {
    event: { type, data: { return: number, ...(text && { text }) } },
    mails: isNotified && mailKind ? [{ kind: mailKind, partId: _id }] : [],
  }
}

/** Lines share no units, so a line that occurs twice is rejected. */
function assertReturnable(
  lines: readonly { line: string; quantity: number }[],
  returnableUnits: ReturnType<typeof listReturnableUnits>,
): void {
  for (const [i, { line, quantity }] of lines.entries()) {
    const returnable = countLineUnits(returnableUnits, line)
    const isRepeated = lines.findIndex(other => other.line === line) < i
    if (quantity > returnable || isRepeated)
      throw createFieldProblem(`change.lines.${i}.quantity`, 'return_too_big', {}, 409)
  }
}

/**
 * Changes the state of a return or a claim, with a message to the shopper. A return whose units arrived
 * or whose price was refunded or exchanged in advance is not canceled. One that was settled by hand opens again,
 * and a declined one is accepted.
 * @throws Problem 422 on `return`, or 409 return_decided or return_transition
 */
export async function updateReturn(
  { tx, order }: ChangeContext,
  { return: id, status, answer, sendBackBy, isNotified = true }: OrderChangeOf<'updateReturn'>,
): Promise<AppliedChange> {
  const { current, orderReturn } = await loadReturn(tx, order._id, id)
  const isReopened = status === 'accepted' && isReopenable(current, orderReturn)
  if (isReopened && orderReturn.status === 'settled') return reopenReturn(tx, orderReturn)
  const isDecision = status === 'accepted' || status === 'declined'
  const { kind } = orderReturn
  const allowed = isReopened ? [status] : listReturnTransitions(orderReturn)
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
  if (status === 'canceled' && (hasArrived || (await isPriceRefunded(tx, id))))
    throw new Problem(409, 'return_transition')
  await updateRow(tx, 'order_return', id, {
    status,
    answer,
    ...(isDecision && { decidedAt: tx`now()` }),
    ...(status === 'accepted' && { sendBackBy: await getReturnDeadline(tx, kind, sendBackBy) }),
  })
  return describeReturn({ ...orderReturn, status }, { text: answer, isNotified })
}

/** The units that did not arrive can be received, and the others refunded or exchanged. */
async function reopenReturn(tx: Tx, { _id, number, lines }: OrderReturn): Promise<AppliedChange> {
  const hasArrived = lines.every(
    ({ quantity, receivedQuantity, missingQuantity }) =>
      receivedQuantity + missingQuantity === quantity,
  )
  await updateRow(tx, 'order_return', _id, { status: hasArrived ? 'received' : 'accepted' })
  return { event: { type: 'return_reopened', data: { return: number } } }
}

/** Returns whether a refund or an exchange names the return or the claim. */
async function isPriceRefunded(tx: Tx, returnId: string): Promise<boolean> {
  const rows = await tx`select from refund where return_id = ${returnId} limit 1`
  return rows.length > 0
}

import { sum } from '#contract/lib/sum.ts'
import type { OrderChangeOf } from '#contract/order/order-change.ts'
import type { OrderReturn } from '#contract/order/order-part.ts'
import { receivableStates } from '#contract/order/return-state.ts'
import { createFieldProblem, Problem } from '../../lib/call/problem.ts'
import { type Tx, updateRow } from '../../lib/db/db.ts'
import type { LockedOrder } from '../order-store.ts'
import { findReturn } from '../return/select-returns.ts'
import type { AppliedChange, ChangeContext } from './applied-change.ts'
import { restockUnits } from './refund-units.ts'
import { areUnitsSettled, isWhollyRefunded, loadReturn } from './settle-return.ts'

type Receipt = OrderChangeOf<'receiveReturn'>['lines'][number]
/** The units of one line, by what happened to them. */
type ReceivedUnits = {
  line: string
  received: number
  damaged: number
  restocked: number
  missing: number
}

/**
 * Records units of a return that arrived or are missing. Units that arrived count as returned, and
 * go into the stock if they are restocked. With the last units, the return is received, or settled if
 * they were all refunded or exchanged before, or nothing is left to refund.
 * @throws Problem 409 return_not_receivable, also for a claim, or 422 return_units_too_many at a line
 */
export async function receiveReturn(
  { tx, order }: ChangeContext,
  { return: id, lines, isNotified = true }: OrderChangeOf<'receiveReturn'>,
): Promise<AppliedChange> {
  const orderReturn = await findReturn(tx, order._id, id)
  if (orderReturn.kind === 'claim' || !receivableStates.includes(orderReturn.status))
    throw new Problem(409, 'return_not_receivable')
  const units = sumUnits(order, orderReturn, lines)
  if (units.length === 0) throw createFieldProblem('change.lines.0.quantity', 'return_empty')
  await restockUnits(
    tx,
    order,
    units.map(({ line, restocked }) => ({ line, quantity: restocked })),
  )
  await addReceivedUnits(tx, id, units)
  const received = sum(units.map(unit => unit.received))
  const missing = sum(units.map(unit => unit.missing))
  const isComplete = sum(orderReturn.lines.map(countOpenUnits)) === received + missing
  const isSettled =
    isComplete && ((await isRefunded(tx, order, id)) || (await isWhollyRefunded(tx, order)))
  if (isComplete)
    await updateRow(tx, 'order_return', id, { status: isSettled ? 'settled' : 'received' })
  return {
    event: {
      type: 'return_received',
      data: {
        return: orderReturn.number,
        units: received,
        missing,
        damaged: sum(units.map(unit => unit.damaged)),
        restockedUnits: sum(units.map(unit => unit.restocked)),
      },
    },
    mails:
      isNotified && received > 0
        ? [{ kind: isSettled ? 'return_settled' : 'return_received', partId: id }]
        : [],
  }
}

const countOpenUnits = (line: OrderReturn['lines'][number]) =>
  line.quantity - line.receivedQuantity - line.missingQuantity

/** Returns whether earlier refunds and exchanges returned the price of all units that were not missing. */
async function isRefunded(tx: Tx, order: LockedOrder, returnId: string): Promise<boolean> {
  const { current, orderReturn } = await loadReturn(tx, order._id, returnId)
  const isAllMissing = orderReturn.lines.every(
    ({ receivedQuantity, refundedQuantity }) => receivedQuantity + refundedQuantity === 0,
  )
  return !isAllMissing && areUnitsSettled(current, orderReturn)
}

function sumUnits(
  order: LockedOrder,
  orderReturn: OrderReturn,
  receipts: readonly Receipt[],
): ReceivedUnits[] {
  const units = new Map<string, ReceivedUnits>()
  for (const [i, { line: id, quantity, condition, isRestocked }] of receipts.entries()) {
    if (quantity === 0) continue
    const returnLine = orderReturn.lines.find(({ line }) => line === id)
    const orderLine = order.lines.find(({ _id }) => _id === id)
    if (!returnLine || !orderLine) throw createFieldProblem(`change.lines.${i}.line`, 'not_found')
    const sums = units.get(id) ?? { line: id, received: 0, damaged: 0, restocked: 0, missing: 0 }
    const shipped = orderLine.fulfilledQuantity - orderLine.returnedQuantity - sums.received
    const open = countOpenUnits(returnLine) - sums.received - sums.missing
    const count = Math.max(0, condition === 'missing' ? open : Math.min(open, shipped))
    if (quantity > count)
      throw createFieldProblem(`change.lines.${i}.quantity`, 'return_units_too_many', { count })
    units.set(id, addReceipt(sums, { quantity, condition, isRestocked }))
  }
  return [...units.values()]
}

function addReceipt(
  units: ReceivedUnits,
  { quantity, condition, isRestocked }: Omit<Receipt, 'line'>,
): ReceivedUnits {
  if (condition === 'missing') return { ...units, missing: units.missing + quantity }
  return {
    ...units,
    received: units.received + quantity,
    damaged: units.damaged + (condition === 'damaged' ? quantity : 0),
    restocked: units.restocked + (isRestocked ? quantity : 0),
  }
}

async function addReceivedUnits(
  tx: Tx,
  returnId: string,
  units: readonly ReceivedUnits[],
): Promise<void> {
  const received = tx`
    unnest(
      ${units.map(({ line }) => line)}::uuid[],
      ${units.map(unit => unit.received)}::integer[],
      ${units.map(({ damaged }) => damaged)}::integer[],
      ${units.map(({ restocked }) => restocked)}::integer[],
      ${units.map(({ missing }) => missing)}::integer[]
    ) as u (line_id, received, damaged, restocked, missing)`
  await tx`
    update order_return_line l
    set received_quantity = l.received_quantity + u.received,
      damaged_quantity = l.damaged_quantity + u.damaged,
      restocked_quantity = l.restocked_quantity + u.restocked,
      missing_quantity = l.missing_quantity + u.missing
    from ${received}
    where l.return_id = ${returnId} and l.line_id = u.line_id`
  await tx`
    update order_line l set returned_quantity = returned_quantity + u.received
    from ${received}
    where l.id = u.line_id and u.received > 0`
}

import { countLineUnits } from './open-units.ts'
import type { LineUnits } from './order-input.ts'
import type { OrderLine, OrderRefund, OrderReturn } from './order-part.ts'

type ReturnLine = Pick<
  OrderReturn['lines'][number],
  'line' | 'quantity' | 'receivedQuantity' | 'replacedQuantity' | 'refundedQuantity'
>
type ReturnedOrder = {
  lines: readonly Pick<
    OrderLine,
    '_id' | 'fulfilledQuantity' | 'returnedQuantity' | 'replacedQuantity'
  >[]
  returns: readonly (Pick<OrderReturn, 'kind' | 'status'> & { lines: readonly ReturnLine[] })[]
}

const endedStates: readonly OrderReturn['status'][] = ['declined', 'canceled']

/**
 * Returns the units that a return or a claim keeps from others. Received units count as returned, and
 * replaced ones as replaced. A claim that has ended keeps only the units that it refunded.
 */
function listKeptUnits({ kind, status, lines }: ReturnedOrder['returns'][number]): LineUnits[] {
  const isEnded = endedStates.includes(status) || (kind === 'claim' && status === 'settled')
  return lines.map(line => ({
    line: line.line,
    quantity: isEnded
      ? line.refundedQuantity
      : line.quantity - line.receivedQuantity - line.replacedQuantity,
  }))
}

/** Returns how many units of each line were shipped, were not replaced and are in no return and no claim. */
export function listReturnableUnits({ lines, returns }: ReturnedOrder): LineUnits[] {
  // The units of a canceled return can still be sent back, also if their price was refunded.
  const keptUnits = returns
    .filter(({ kind, status }) => kind === 'claim' || !endedStates.includes(status))
    .flatMap(listKeptUnits)
  return lines.map(({ _id, fulfilledQuantity, returnedQuantity, replacedQuantity }) => ({
    line: _id,
    quantity: Math.max(
      0,
      fulfilledQuantity - returnedQuantity - replacedQuantity - countLineUnits(keptUnits, _id),
    ),
  }))
}

export type ReplaceableOrder = ReturnedOrder & {
  refunds: readonly (Pick<OrderRefund, 'return'> & {
    lines: readonly Pick<OrderRefund['lines'][number], 'line' | 'quantity' | 'disposition'>[]
  })[]
}

/** Returns how many units of each line can be replaced: those that can be returned and whose price was not refunded. */
export function listReplaceableUnits(order: ReplaceableOrder): LineUnits[] {
  // Units of other returns, and those that came back with a refund, are not returnable.
  const refundedUnits = [
    ...order.refunds
      .filter(refund => refund.return === null)
      .flatMap(({ lines }) => lines)
      .filter(({ disposition }) => disposition === 'keep'),
    ...order.returns
      .filter(({ kind, status }) => kind === 'return' && endedStates.includes(status))
      .flatMap(listKeptUnits),
  ]
  return listReturnableUnits(order).map(({ line, quantity }) => ({
    line,
    quantity: Math.max(0, quantity - countLineUnits(refundedUnits, line)),
  }))
}

/** Returns how many units of each line of a claim were neither replaced nor refunded. */
export const listOpenClaimUnits = ({ lines }: Pick<OrderReturn, 'lines'>): LineUnits[] =>
  lines.map(({ line, quantity, replacedQuantity, refundedQuantity }) => ({
    line,
    quantity: Math.max(0, quantity - replacedQuantity - refundedQuantity),
  }))

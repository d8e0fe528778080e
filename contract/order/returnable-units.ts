import { sum } from '../lib/sum.ts'
import type { OrderLine, OrderRefund, OrderReturn } from './order-part.ts'

type ReturnedOrder = {
  lines: readonly Pick<
    OrderLine,
    '_id' | 'fulfilledQuantity' | 'returnedQuantity' | 'replacedQuantity'
  >[]
  returns: readonly {
    status: OrderReturn['status']
    lines: readonly Pick<
      OrderReturn['lines'][number],
      'line' | 'quantity' | 'receivedQuantity' | 'replacedQuantity'
    >[]
  }[]
}

/** Returns how many units of each line were shipped, were not replaced and are in no return and no claim. */
export function listReturnableUnits({
  lines,
  returns,
}: ReturnedOrder): { line: string; quantity: number }[] {
  const requestedUnits = returns
    .filter(({ status }) => status !== 'declined' && status !== 'canceled')
    .flatMap(orderReturn => orderReturn.lines)
  return lines.map(({ _id, fulfilledQuantity, returnedQuantity, replacedQuantity }) => ({
    line: _id,
    // Received units count as returned, and those that a claim replaced as replaced.
    quantity: Math.max(
      0,
      fulfilledQuantity -
        returnedQuantity -
        replacedQuantity -
        sum(
          requestedUnits
            .filter(({ line }) => line === _id)
            .map(
              ({ quantity, receivedQuantity, replacedQuantity: replaced }) =>
                quantity - receivedQuantity - replaced,
            ),
        ),
    ),
  }))
}

export type ReplaceableOrder = ReturnedOrder & {
  refunds: readonly (Pick<OrderRefund, 'return'> & {
    lines: readonly Pick<OrderRefund['lines'][number], 'line' | 'quantity' | 'disposition'>[]
  })[]
}

/** Returns how many units of each line can be replaced: those that can be returned and whose price was not refunded. */
export function listReplaceableUnits(
  order: ReplaceableOrder,
): { line: string; quantity: number }[] {
  // Units of returns, and those that came back with a refund, are not returnable.
  const keptUnits = order.refunds
    .filter(refund => refund.return === null)
    .flatMap(({ lines }) => lines)
    .filter(({ disposition }) => disposition === 'keep')
  return listReturnableUnits(order).map(({ line, quantity }) => ({
    line,
    quantity: Math.max(
      0,
      quantity - sum(keptUnits.filter(unit => unit.line === line).map(unit => unit.quantity)),
    ),
  }))
}

type ClaimedOrder = Pick<ReplaceableOrder, 'refunds'>

/** Returns how many units of each line of a claim were neither replaced nor refunded. */
export const listOpenClaimUnits = (
  { refunds }: ClaimedOrder,
  claim: Pick<OrderReturn, '_id' | 'lines'>,
): { line: string; quantity: number }[] => {
  const refundedUnits = refunds
    .filter(refund => refund.return === claim._id)
    .flatMap(refund => refund.lines)
  return claim.lines.map(({ line, quantity, replacedQuantity }) => ({
    line,
    quantity: Math.max(
      0,
      quantity -
        replacedQuantity -
        sum(refundedUnits.filter(unit => unit.line === line).map(unit => unit.quantity)),
    ),
  }))
}

import { sum } from '../lib/sum.ts'
import type { OrderLine } from './order.ts'
import type { OrderReturn } from './order-part.ts'

type ReturnedOrder = {
  lines: readonly Pick<OrderLine, '_id' | 'fulfilledQuantity' | 'returnedQuantity'>[]
  returns: readonly {
    status: OrderReturn['status']
    lines: readonly Pick<OrderReturn['lines'][number], 'line' | 'quantity' | 'receivedQuantity'>[]
  }[]
}

/** Returns how many units of each line were shipped and are in no return. */
export function listReturnableUnits({
  lines,
  returns,
}: ReturnedOrder): { line: string; quantity: number }[] {
  const requestedUnits = returns
    .filter(({ status }) => status !== 'declined' && status !== 'canceled')
    .flatMap(orderReturn => orderReturn.lines)
  return lines.map(({ _id, fulfilledQuantity, returnedQuantity }) => ({
    line: _id,
    // Received units count as returned.
    quantity: Math.max(
      0,
      fulfilledQuantity -
        returnedQuantity -
        sum(
          requestedUnits
            .filter(({ line }) => line === _id)
            .map(({ quantity, receivedQuantity }) => quantity - receivedQuantity),
        ),
    ),
  }))
}

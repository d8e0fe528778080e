import type { Order } from './order.ts'

/** Returns the units of lines with shipping that are in no parcel. */
export function listOpenUnits({
  lines,
  fulfillments,
}: {
  lines: readonly Pick<
    Order['lines'][number],
    '_id' | 'quantity' | 'removedQuantity' | 'requiresShipping'
  >[]
  fulfillments: readonly Pick<Order['fulfillments'][number], 'status' | 'lines'>[]
}): { line: string; quantity: number }[] {
  const packedUnits = fulfillments
    .filter(({ status }) => status !== 'cancelled')
    .flatMap(parcel => parcel.lines)
  return lines
    .filter(({ requiresShipping }) => requiresShipping)
    .map(({ _id, quantity, removedQuantity }) => ({
      line: _id,
      quantity:
        quantity -
        removedQuantity -
        packedUnits
          .filter(({ line }) => line === _id)
          .reduce((sum, packed) => sum + packed.quantity, 0),
    }))
    .filter(({ quantity }) => quantity > 0)
}

import { sum } from '../lib/sum.ts'
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
        sum(packedUnits.filter(({ line }) => line === _id).map(packed => packed.quantity)),
    }))
    .filter(({ quantity }) => quantity > 0)
}

/** Returns how many units of a line are in parcels or were handed over, so that they stay in the order. */
export function countHandledUnits(
  { _id, fulfilledQuantity }: Pick<Order['lines'][number], '_id' | 'fulfilledQuantity'>,
  fulfillments: readonly Pick<Order['fulfillments'][number], 'status' | 'lines'>[],
): number {
  const packed = fulfillments
    .filter(({ status }) => status !== 'cancelled')
    .flatMap(parcel => parcel.lines.filter(({ line }) => line === _id))
  return Math.max(fulfilledQuantity, sum(packed.map(({ quantity }) => quantity)))
}

/** Returns whether all units of a canceled parcel are still in the order and in no other parcel. */
export function areUnitsOpen(
  order: Parameters<typeof listOpenUnits>[0],
  units: readonly { line: string; quantity: number }[],
): boolean {
  const openUnits = listOpenUnits(order)
  return units.every(({ line, quantity }) =>
    openUnits.some(open => open.line === line && open.quantity >= quantity),
  )
}

/** Returns whether units of the order are packed or were shipped, so that its items stay. */
export const isPackedOrShipped = ({
  lines,
  fulfillments,
}: {
  lines: readonly Pick<Order['lines'][number], 'fulfilledQuantity'>[]
  fulfillments: readonly Pick<Order['fulfillments'][number], 'status'>[]
}): boolean =>
  lines.some(({ fulfilledQuantity }) => fulfilledQuantity > 0) ||
  fulfillments.some(({ status }) => status === 'packed')

import { sum } from '../lib/sum.ts'
import type { Order } from './order.ts'
import type { LineUnits } from './order-input.ts'
import type { OrderLine } from './order-part.ts'

const unshippableStatuses: readonly Order['status'][] = [
  'draft',
  'on_hold',
  'cancelled',
  'returned',
]
/** Returns whether units of the order can be packed and shipped. */
export const isShippable = ({ status }: Pick<Order, 'status'>): boolean =>
  !unshippableStatuses.includes(status)

/** Returns how many of the units belong to a line. */
export const countLineUnits = (units: readonly LineUnits[], line: string): number =>
  sum(units.filter(unit => unit.line === line).map(unit => unit.quantity))

/** Returns the units in the parcels of an order. */
const listParcelUnits = (
  fulfillments: readonly Pick<Order['fulfillments'][number], 'status' | 'lines'>[],
): LineUnits[] =>
  fulfillments.filter(({ status }) => status !== 'cancelled').flatMap(({ lines }) => lines)

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
}): LineUnits[] {
  const parcelUnits = listParcelUnits(fulfillments)
  return lines
    .filter(({ requiresShipping }) => requiresShipping)
    .map(({ _id, quantity, removedQuantity }) => ({
      line: _id,
      quantity: quantity - removedQuantity - countLineUnits(parcelUnits, _id),
    }))
    .filter(({ quantity }) => quantity > 0)
}

/** Returns how many units of a line are in parcels or were handed over, so that they stay in the order. */
export function countHandledUnits(
  { _id, fulfilledQuantity }: Pick<Order['lines'][number], '_id' | 'fulfilledQuantity'>,
  fulfillments: Parameters<typeof listParcelUnits>[0],
): number {
  return Math.max(fulfilledQuantity, countLineUnits(listParcelUnits(fulfillments), _id))
}

type HandledLine = Pick<
  Order['lines'][number],
  '_id' | 'fulfilledQuantity' | 'returnedQuantity' | 'removedQuantity'
>

/** Returns how many units of a line an edit must keep: those in parcels, returned, removed or refunded. */
export const countFixedUnits = (
  line: HandledLine,
  {
    fulfillments,
    refundedUnits,
  }: {
    fulfillments: Parameters<typeof listParcelUnits>[0]
    refundedUnits: readonly LineUnits[]
  },
): number =>
  Math.max(
    Math.max(countHandledUnits(line, fulfillments), line.returnedQuantity) + line.removedQuantity,
    countLineUnits(refundedUnits, line._id),
  )

/** Returns whether an edit must keep the price of a line, because units came back, were removed or were refunded. */
export const isPriceFixed = (line: HandledLine, refundedUnits: readonly LineUnits[]): boolean =>
  line.returnedQuantity + line.removedQuantity + countLineUnits(refundedUnits, line._id) > 0

/** Returns whether all units of a canceled parcel are still in the order and in no other parcel. */
export function areUnitsOpen(
  order: Parameters<typeof listOpenUnits>[0],
  units: readonly LineUnits[],
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

/** Returns whether the right of withdrawal covers a line. */
export const isWithdrawable = ({ withdrawalException }: Pick<OrderLine, 'withdrawalException'>) =>
  withdrawalException === 'none'

/** Returns whether units of a line have not left the store, also packed ones. */
export const hasUnshippedUnits = ({
  quantity,
  removedQuantity,
  fulfilledQuantity,
}: Pick<OrderLine, 'quantity' | 'removedQuantity' | 'fulfilledQuantity'>) =>
  quantity - removedQuantity > fulfilledQuantity

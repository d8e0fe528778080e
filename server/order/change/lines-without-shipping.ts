import type { LineUnits } from '#contract/order/order-input.ts'
import type { OrderStatus } from '#contract/order/order-state.ts'
import type { Tx } from '../../lib/db/db.ts'
import type { LockedOrder, OrderLineRecord } from '../order-store.ts'

const fulfilledStatuses: readonly OrderStatus[] = ['shipped', 'delivered', 'completed']

/** Returns the lines after a change of the status: those without shipping are fulfilled with their order. */
export const fulfillWithoutShipping = (
  lines: readonly OrderLineRecord[],
  { from, to }: { from: OrderStatus; to: OrderStatus },
): OrderLineRecord[] =>
  lines.map(line => {
    const fulfilledQuantity = line.quantity - line.removedQuantity
    const isFulfilled =
      from !== to &&
      fulfilledStatuses.includes(to) &&
      !line.requiresShipping &&
      line.fulfilledQuantity !== fulfilledQuantity
    return isFulfilled ? { ...line, fulfilledQuantity } : line
  })

/** Fulfills all units of lines that were not removed. */
export const writeFulfilledLines = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return
  await tx`
    update order_line set fulfilled_quantity = quantity - removed_quantity
    where id = any (${[...ids]}::uuid[])`
}

/** Lines without shipping of orders from which no unit has left any more are not fulfilled. */
export const unfulfillLinesWithoutShipping = (tx: Tx, orderIds: readonly string[]) => tx`
  update order_line l set fulfilled_quantity = 0
  where l.order_id = any (${[...orderIds]}::uuid[]) and not l.requires_shipping
    and l.fulfilled_quantity > 0 and not exists (
      select from order_line s
      where s.order_id = l.order_id and s.requires_shipping and s.fulfilled_quantity > 0
    )`

/** Returns the units that are no longer fulfilled when a parcel that left is undone. */
export function listUndoneUnits(
  { lines, fulfillments }: LockedOrder,
  parcel: LockedOrder['fulfillments'][number],
): readonly LineUnits[] {
  const isLast = fulfillments.every(
    ({ _id, status }) => _id === parcel._id || status === 'packed' || status === 'cancelled',
  )
  if (!isLast) return parcel.lines
  const fulfilledLines = lines.filter(line => !line.requiresShipping && line.fulfilledQuantity > 0)
  return [
    ...parcel.lines,
    ...fulfilledLines.map(({ _id, fulfilledQuantity }) => ({
      line: _id,
      quantity: fulfilledQuantity,
    })),
  ]
}

import { sum } from '#contract/lib/sum.ts'
import type { OrderChangeOf } from '#contract/order/order-change.ts'
import { hasReturnedUnits, listMovableUnits } from '#contract/order/returnable-units.ts'
import { createFieldProblem } from '../../lib/call/problem.ts'
import type { Tx } from '../../lib/db/db.ts'
import { lockOrderDiscounts } from '../items/order-locks.ts'
import { changeStock, lockVariants, setStockReason } from '../items/order-stock.ts'
import { getOrder, type LockedOrder } from '../order-store.ts'
import { selectReturns } from '../return/select-returns.ts'

type RefundChange = OrderChangeOf<'refund'>

/** With these reasons, the customer returned the units. With others, the store didn't ship them. */
const returnReasons: readonly RefundChange['reason'][] = ['returned', 'damaged', 'wrong_item']

/**
 * Takes the refunded units off the order, and into the stock if they are restocked. Units that the
 * customer keeps stay as they are, and so do those of a canceled or returned order, which moved before.
 * @throws Problem 422 refund_units_too_many if the units are packed, were returned or replaced before, are in a
 *   return or a claim, or are restocked although they are lost
 */
export async function moveRefundedUnits(
  { tx, order }: { tx: Tx; order: LockedOrder },
  { lines, reason }: RefundChange,
): Promise<void> {
  if (hasReturnedUnits(order)) return
  const returns = await selectReturns(tx, order._id)
  const keepsUnits = lines.some(({ disposition }) => disposition === 'keep')
  const refunds = keepsUnits ? (await getOrder(tx, order._id)).refunds : []
  const shippedOrder = { ...order, returns, refunds }
  const moved = lines.flatMap(({ line: id, quantity, disposition }, i) => {
    const line = order.lines.find(({ _id }) => _id === id)
    const isKept = disposition === 'keep'
    const movableUnits = listMovableUnits(shippedOrder, disposition)
    const units = movableUnits.find(movable => movable.line === id)
    if (!line || !units || quantity === 0) return []
    const { open, shipped } = units
    if (quantity > open + shipped)
      throw createFieldProblem(`change.lines.${i}.quantity`, 'refund_units_too_many', {
        count: open + shipped,
      })
    if (isKept) return []
    const returned = returnReasons.includes(reason)
      ? Math.min(quantity, shipped)
      : Math.max(0, quantity - open)
    return [
      { line, returned, removed: quantity - returned, isRestocked: disposition === 'restock' },
    ]
  })
  // Without its last units, the order is canceled, which changes the uses of the discounts.
  if (moved.some(({ removed }) => removed > 0)) await lockOrderDiscounts(tx, [order._id])
  await restockUnits(
    tx,
    order,
    moved
      .filter(({ isRestocked }) => isRestocked)
      .map(({ line, returned, removed }) => ({ line: line._id, quantity: returned + removed })),
  )
  await tx`
    update order_line l
    set returned_quantity = returned_quantity + m.returned,
      removed_quantity = removed_quantity + m.removed
    from unnest(
      ${moved.map(({ line }) => line._id)}::uuid[],
      ${moved.map(({ returned }) => returned)}::integer[],
      ${moved.map(({ removed }) => removed)}::integer[]
    ) as m (id, returned, removed)
    where l.id = m.id`
}

/** Puts units of an order back into the stock. Units that took no stock return none. */
export async function restockUnits(
  tx: Tx,
  order: Pick<LockedOrder, '_id' | 'lines'>,
  restocked: readonly { line: string; quantity: number }[],
): Promise<void> {
  const units = restocked.flatMap(({ line: id, quantity }) => {
    const line = order.lines.find(({ _id }) => _id === id)
    return line?.isStockDeducted && quantity > 0 ? [{ variant: line.variant, quantity }] : []
  })
  const unitsByVariant = Map.groupBy(units, ({ variant }) => variant)
  const variants = await lockVariants(tx, [...unitsByVariant.keys()])
  if (variants.length === 0) return
  await setStockReason(tx, 'return', order._id)
  await changeStock(
    tx,
    variants.map(({ variant }) => ({
      variant,
      quantity: -sum((unitsByVariant.get(variant) ?? []).map(({ quantity }) => quantity)),
    })),
  )
}

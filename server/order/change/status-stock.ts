import type { OrderChangeOf } from '#contract/order/order-change.ts'
import { receivableStates } from '#contract/order/return-state.ts'
import { Problem } from '../../lib/call/problem.ts'
import type { Tx } from '../../lib/db/db.ts'
import { selectAbsentUnits } from '../items/absent-units.ts'
import { lockVariants, restoreStock, setStockReason, takeStock } from '../items/order-stock.ts'
import type { LockedOrder } from '../order-store.ts'
import { selectReturns } from '../return/select-returns.ts'

type ChangeOfStatus = OrderChangeOf<'changeStatus'>

/**
 * Asserts that an order which is returned as a whole has no return and no claim that is requested or on
 * the way, whose units are recorded one by one.
 * @throws Problem 409 status_return_open
 */
export async function assertNoOpenReturn(tx: Tx, { _id }: LockedOrder): Promise<void> {
  const returns = await selectReturns(tx, _id)
  const open = returns.find(
    ({ status }) => status === 'requested' || receivableStates.includes(status),
  )
  if (open) throw new Problem(409, 'status_return_open', { number: open.number })
}

/** The effects of a transition that takes or returns stock. */
export async function applyStockEffects(
  tx: Tx,
  order: LockedOrder,
  change: ChangeOfStatus,
): Promise<void> {
  const { _id: id, status: from } = order
  const { status: to } = change
  if (to === 'pending') return takeOrderStock(tx, order, from === 'draft' ? 'order' : 'reopen')
  if (to === 'cancelled') {
    await tx`
      update fulfillment set status = 'cancelled' where order_id = ${id} and status = 'packed'`
    return releaseOrderStock(tx, order, 'cancel', change)
  }
  await releaseOrderStock(tx, order, 'return', change)
  await tx`
    update order_line set returned_quantity = quantity - removed_quantity where order_id = ${id}`
}

/**
 * Takes the stock of a draft that is placed or of a canceled order that is reopened.
 * @throws Problem 409 insufficient_stock
 */
async function takeOrderStock(
  tx: Tx,
  order: LockedOrder,
  reason: 'order' | 'reopen',
): Promise<void> {
  const { _id: id } = order
  // Units that were removed before the cancellation stay removed.
  const lines = order.lines.map(({ variant, quantity, removedQuantity, returnedQuantity }) => ({
    variant,
    quantity: quantity - removedQuantity - returnedQuantity,
  }))
  const variants = await lockVariants(
    tx,
    lines.map(line => line.variant),
  )
  await takeStock(tx, { lines, variants }, { reason, orderId: id })
  const trackedVariantIds = variants
    .filter(({ trackStock }) => trackStock)
    .map(({ variant }) => variant)
  await tx`
    update order_line set is_stock_deducted = true
    where order_id = ${id} and variant_id = any (${trackedVariantIds}::uuid[])`
}

async function releaseOrderStock(
  tx: Tx,
  { _id: id, lines }: LockedOrder,
  reason: 'cancel' | 'return',
  { restock = true }: ChangeOfStatus,
): Promise<void> {
  if (restock) {
    await setStockReason(tx, reason, id)
    await restoreStock(tx, id, lines, reason === 'return' ? selectAbsentUnits(tx) : tx`0`)
  }
  // Also without restocking, so that the units are never restored later.
  await tx`update order_line set is_stock_deducted = false where order_id = ${id} and is_stock_deducted`
}

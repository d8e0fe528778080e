import type { OrderStatus, StatusChange } from '#contract/order.ts'
import { Problem, refuseField } from '../lib/call/problem.ts'
import { type Tx, update } from '../lib/db/db.ts'
import { addEvent } from './order-event.ts'
import { shipRest } from './order-parcel.ts'
import {
  allowedTransitions,
  balanceOf,
  fulfillmentStatusOf,
  paymentStatusOf,
  readStatus,
  stepsOf,
} from './order-status.ts'
import { checkStock, giveStockBack, holdVariants, takeStock, tellLedger } from './order-stock.ts'
import { type HeldOrder, holdOrder, readParts } from './order-store.ts'

/** Moves an order on, with everything that follows from it. The status it has already: nothing happens. */
export async function moveOrder(tx: Tx, id: string, change: StatusChange): Promise<void> {
  const to = readStatus(change.status)
  const order = await holdOrder(tx, id, change.version)
  const { status: from } = order
  if (from === to) return
  checkMove(order, to, change)
  await applyEffects(tx, order, to, change)

  const parts = await readParts(tx, id)
  const { skipped, sets, clears } = stepsOf(
    from,
    to,
    order.lines.some(line => line.requiresShipping),
  )
  await update(
    tx,
    'order',
    id,
    {
      status: to,
      previousStatus: to === 'on_hold' ? from : null,
      cancelReason: to === 'cancelled' ? change.reason : '',
      paymentStatus: paymentStatusOf({ ...order, status: to }),
      fulfillmentStatus: fulfillmentStatusOf(parts.lines, parts.parcels),
      ...Object.fromEntries(clears.map(stamp => [stamp, null])),
      ...Object.fromEntries(sets.map(stamp => [stamp, tx`now()`])),
    },
    { versioned: true },
  )
  const { reason, note, tracking } = change
  await addEvent(tx, id, 'status_changed', {
    from,
    to,
    ...(skipped.length > 0 && { skipped }),
    ...(reason && { reason }),
    ...(note && { note }),
    ...(to === 'shipped' && { carrier: tracking?.carrier, trackingNumber: tracking?.number }),
    ...((to === 'cancelled' || to === 'returned') && { restocked: change.restock !== false }),
  })
}

const needReason: Partial<Record<OrderStatus, string>> = {
  on_hold: 'Say what the order waits for',
  cancelled: 'Say why the order is cancelled',
}

/** Refuses a missing reason before any order is looked at, so that a bulk move fails as one. */
export function checkReason(to: OrderStatus, reason: string | undefined): void {
  const message = needReason[to]
  if (message && !reason) throw refuseField('reason', 'required', message)
}

function checkMove(order: HeldOrder, to: OrderStatus, { reason }: StatusChange): void {
  const allowed = allowedTransitions(order)
  if (!allowed.includes(to)) {
    throw new Problem(
      409,
      'illegal_transition',
      `An order that is ${order.status.replace('_', ' ')} cannot become ${to.replace('_', ' ')}`,
      { data: { allowed } },
    )
  }
  checkReason(to, reason)
  if (to === 'completed' && balanceOf(order) > 0 && !reason)
    throw refuseField(
      'reason',
      'required',
      'Money is still open: say why the order is completed without it',
    )
}

async function applyEffects(
  tx: Tx,
  order: HeldOrder,
  to: OrderStatus,
  change: StatusChange,
): Promise<void> {
  const { _id: id, status: from } = order
  if (to === 'pending' && from !== 'on_hold')
    return claimStock(tx, order, from === 'draft' ? 'order' : 'reopen')
  if (to === 'cancelled') return releaseStock(tx, order, 'cancel', change)
  if (to === 'returned') {
    await releaseStock(tx, order, 'return', change)
    await tx`update order_line set returned = quantity where order_id = ${id}`
  }
  if (to === 'shipped' && from !== 'delivered') await shipRest(tx, order, change.tracking)
  if (to === 'shipped' && from === 'delivered')
    await tx`update fulfillment set status = 'shipped', delivered_at = null where order_id = ${id} and status = 'delivered'`
  if (to === 'processing' && from === 'shipped') {
    await tx`update fulfillment set status = 'cancelled' where order_id = ${id} and status = 'shipped'`
    await tx`update order_line set fulfilled = 0 where order_id = ${id}`
  }
  if (to === 'delivered' && from !== 'completed') {
    await tx`update fulfillment set status = 'delivered', delivered_at = now() where order_id = ${id} and status = 'shipped'`
    await tx`update order_line set fulfilled = quantity where order_id = ${id} and fulfilled <> quantity`
  }
}

/** A draft that is placed, or a cancelled order that is opened again, takes its pieces now or is refused. */
async function claimStock(
  tx: Tx,
  { _id: id, lines }: HeldOrder,
  reason: 'order' | 'reopen',
): Promise<void> {
  await tellLedger(tx, reason, id)
  const variants = await holdVariants(
    tx,
    lines.map(line => line.variant),
  )
  checkStock(lines, variants)
  await takeStock(tx, lines, variants)
  const counted = variants.filter(v => v.trackStock).map(v => v.variant)
  await tx`update order_line set took_stock = true where order_id = ${id} and variant_id = any (${counted}::uuid[])`
}

async function releaseStock(
  tx: Tx,
  { _id: id, lines }: HeldOrder,
  reason: 'cancel' | 'return',
  { restock = true }: StatusChange,
): Promise<void> {
  if (restock) {
    await tellLedger(tx, reason, id)
    await giveStockBack(tx, id, lines)
  }
  // Whether they came back or are lost: this order holds them no longer.
  await tx`update order_line set took_stock = false where order_id = ${id} and took_stock`
}

import type { FulfillmentStatus, OrderStatus, ReturnProgress } from '#contract/order/order-state.ts'
import type {
  StorefrontOrderState,
  StorefrontPartialState,
} from '#contract/storefront/storefront-order.ts'
import type { Tx } from '../../lib/db/db.ts'
import { selectIsHeldAgain } from '../return/select-withdrawals.ts'

/**
 * Selects whether the withdrawal of the shopper ends the order `o`: the order is still on the hold of the
 * withdrawal, or all of its goods come back. Goods that the shopper keeps are paid.
 */
export const selectIsWithdrawn = (tx: Tx) => tx`
  exists (
    select from order_withdrawal w
    where w.order_id = o.id and o.status not in ('cancelled', 'returned') and (
      o.status = 'on_hold' and not ${selectIsHeldAgain(tx)} or not ${selectHasKeptUnits(tx)}
    )
  )`

/** Selects whether units of an order `o` are in no open return. Those of lost parcels cannot come back. */
const selectHasKeptUnits = (tx: Tx) => tx`
  exists (
    select from order_line l
    where l.order_id = o.id and l.quantity - l.removed_quantity - l.returned_quantity > (
      select coalesce(sum(rl.quantity - rl.received_quantity - rl.missing_quantity), 0)
      from order_return r
      join order_return_line rl on rl.store_id = r.store_id and rl.return_id = r.id
      where r.order_id = o.id and r.kind = 'return' and rl.line_id = l.id
        and r.status in ('accepted', 'in_transit', 'received')
    ) + (
      select coalesce(sum((u ->> 'quantity')::integer), 0)
      from fulfillment f, jsonb_array_elements(f.lines) u
      where f.order_id = o.id and f.status = 'lost' and (u ->> 'line')::uuid = l.id
    )
  )`

/** The state of an order as its shopper sees it. */
const storefrontOrderStates: Record<OrderStatus, StorefrontOrderState> = {
  draft: 'received',
  pending: 'received',
  on_hold: 'onHold',
  confirmed: 'confirmed',
  processing: 'confirmed',
  ready: 'confirmed',
  shipped: 'shipped',
  delivered: 'delivered',
  completed: 'delivered',
  cancelled: 'canceled',
  returned: 'returned',
}

type OrderStatuses = {
  status: OrderStatus
  isWithdrawn: boolean
  isLost: boolean
  fulfillmentStatus: FulfillmentStatus
  returnProgress: ReturnProgress
}

/** Selects whether an order `o` was completed because all of its parcels are lost. */
export const selectIsLost = (tx: Tx) => tx`
  (
    o.status = 'completed' and o.delivered_at is null and coalesce((
      select bool_and(f.status = 'lost') from fulfillment f
      where f.order_id = o.id and f.status in ('shipped', 'delivered', 'lost')
    ), false)
  )`

const pickupStates: Partial<Record<OrderStatus, StorefrontOrderState>> = {
  ready: 'readyForPickup',
  shipped: 'readyForPickup',
  delivered: 'pickedUp',
  completed: 'pickedUp',
}

/** An order whose parcels are all lost was not delivered. */
export function getState({
  status,
  isWithdrawn,
  isLost,
  isPickup,
}: Pick<OrderStatuses, 'status' | 'isWithdrawn' | 'isLost'> & {
  isPickup: boolean
}): StorefrontOrderState {
  if (isWithdrawn) return 'withdrawn'
  if (isLost) return 'shipped'
  return (isPickup && pickupStates[status]) || storefrontOrderStates[status]
}

/** Returns the state of a part of an order, or null for an order that is in one state. */
export function getPartialState({
  status,
  fulfillmentStatus,
  returnProgress,
  isWithdrawn,
}: Omit<OrderStatuses, 'isLost'>): StorefrontPartialState | null {
  if (isWithdrawn || status === 'cancelled' || status === 'returned') return null
  if (returnProgress === 'partially_returned') return 'partiallyReturned'
  if (fulfillmentStatus === 'partially_delivered') return 'partiallyDelivered'
  return fulfillmentStatus === 'partially_fulfilled' ? 'partiallyShipped' : null
}

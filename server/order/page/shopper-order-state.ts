import type { FulfillmentStatus, OrderStatus, ReturnProgress } from '#contract/order/order-state.ts'
import type {
  StorefrontOrderState,
  StorefrontPartialState,
} from '#contract/storefront/storefront-order.ts'
import type { Tx } from '../../lib/db/db.ts'
import { selectIsHeldAgain } from '../return/select-withdrawals.ts'

/**
 * Selects whether the withdrawal of the shopper ends the order `o`: the
 * order is still on the hold of the withdrawal, or all goods that were shipped before come back.
 */
export const selectIsWithdrawn = (tx: Tx) => tx`
  exists (
    select from order_withdrawal w
    where w.order_id = o.id and o.status not in ('cancelled', 'returned') and (
      o.status = 'on_hold' and not ${selectIsHeldAgain(tx)}
      or w.created_at >= o.shipped_at and not exists (
        select from order_line l where l.order_id = o.id and l.withdrawal_exception <> 'none'
      ))
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

/** An order whose parcels are all lost was not delivered. */
export function getState({
  status,
  isWithdrawn,
  isLost,
}: Pick<OrderStatuses, 'status' | 'isWithdrawn' | 'isLost'>): StorefrontOrderState {
  if (isWithdrawn) return 'withdrawn'
  return isLost ? 'shipped' : storefrontOrderStates[status]
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

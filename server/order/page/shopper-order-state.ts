import type { FulfillmentStatus, OrderStatus, ReturnProgress } from '#contract/order/order-state.ts'
import type {
  StorefrontOrder,
  StorefrontOrderState,
  StorefrontPartialState,
} from '#contract/storefront/storefront-order.ts'

/** The state of an order as its shopper sees it. */
export const storefrontOrderStates: Record<OrderStatus, StorefrontOrderState> = {
  draft: 'received',
  pending: 'received',
  on_hold: 'received',
  confirmed: 'confirmed',
  processing: 'confirmed',
  ready: 'confirmed',
  shipped: 'shipped',
  delivered: 'delivered',
  completed: 'delivered',
  cancelled: 'canceled',
  returned: 'returned',
}

/** An order that was completed because all of its parcels are lost was not delivered. */
export function getState({
  status,
  deliveredAt,
  shipments,
}: Pick<StorefrontOrder, 'shipments'> & {
  status: OrderStatus
  deliveredAt: string | null
}): StorefrontOrderState {
  const isLost =
    status === 'completed' &&
    deliveredAt === null &&
    shipments.length > 0 &&
    shipments.every(shipment => shipment.status === 'lost')
  return isLost ? 'shipped' : storefrontOrderStates[status]
}

type OrderStatuses = {
  status: OrderStatus
  fulfillmentStatus: FulfillmentStatus
  returnProgress: ReturnProgress
}

/** Returns the state of a part of an order, or null for an order that is in one state. */
export function getPartialState({
  status,
  fulfillmentStatus,
  returnProgress,
}: OrderStatuses): StorefrontPartialState | null {
  if (status === 'cancelled' || status === 'returned') return null
  if (returnProgress === 'partially_returned') return 'partiallyReturned'
  if (fulfillmentStatus === 'partially_delivered') return 'partiallyDelivered'
  return fulfillmentStatus === 'partially_fulfilled' ? 'partiallyShipped' : null
}

import type { Order } from '../order/order.ts'
import type { OrderLine } from '../order/order-part.ts'

type DeliverableOrder = Pick<Order, 'status' | 'lines'>

const statusesWithoutDelivery: readonly Order['status'][] = ['draft', 'cancelled']

/** Returns whether the order has goods that are, or were, delivered. */
export const hasDeliveryNote = (order: DeliverableOrder): boolean =>
  !statusesWithoutDelivery.includes(order.status) && listDeliveryNoteLines(order).length > 0

/** Returns the lines of the delivery note of an order, which lists all of its units. */
export const listDeliveryNoteLines = ({ lines }: Pick<Order, 'lines'>): OrderLine[] =>
  lines
    .filter(({ requiresShipping }) => requiresShipping)
    .map(line => ({ ...line, quantity: line.quantity - line.removedQuantity }))
    .filter(({ quantity }) => quantity > 0)

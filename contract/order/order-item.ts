import { z } from 'zod'
import { defineApi } from '../lib/call/api.ts'
import { issue } from '../lib/error/issue.ts'
import { Id, versionField } from '../lib/schemas.ts'
import { Order } from './order.ts'
import { VariantChoice } from './order-filter.ts'
import { OrderInput } from './order-input.ts'
import type { OrderStatus } from './order-state.ts'

/** A line that the order has, also of a product that was deleted since, or a new one. */
const OrderItem = OrderInput.shape.lines.element
  .extend({
    /** The id of a line of the order. Its unit price stays if none is given. */
    line: Id.optional(),
    /** The variant of a new line. */
    variant: Id.optional(),
  })
  .superRefine(({ line, variant }, context) => {
    if (!line && !variant)
      context.addIssue({ code: 'custom', path: ['variant'], message: issue('required').error })
  })

export const OrderItemsEdit = OrderInput.pick({
  shippingMethod: true,
  shippingTotal: true,
  discountTotal: true,
  discountCode: true,
  automaticDiscounts: true,
}).extend({
  /** All lines. Lines of the order that are missing here are removed. */
  lines: z.array(OrderItem).min(1).max(200),
  /** Whether the customer gets an email about the change; true if omitted. */
  isNotified: z.boolean().optional(),
  ...versionField,
})
export type OrderItemsEdit = z.infer<typeof OrderItemsEdit>

export const orderItemsApi = defineApi('order', {
  updateItems: {
    method: 'PATCH',
    path: '/order/updateItems/:id',
    can: 'order:write',
    summary:
      'Replace the lines, shipping and discounts of an order until all of it is shipped; missing ones are removed',
    body: OrderItemsEdit,
    reply: Order,
    message: 'Order updated',
    invalidates: ['product', 'customer', 'dashboard'],
  },
  listVariants: {
    method: 'GET',
    path: '/order/variants/:id',
    can: 'order:write',
    summary: 'List the variants of an order as they are now, without those that were deleted',
    reply: z.array(VariantChoice),
  },
})

const editableStatuses: readonly OrderStatus[] = [
  'draft',
  'pending',
  'confirmed',
  'processing',
  'ready',
  'on_hold',
]

/** Returns the error code of the reason why the items of an order cannot change, if there is one. */
export function findItemsObstacle({
  status,
  paymentStatus,
}: Pick<Order, 'status' | 'paymentStatus'>) {
  if (!editableStatuses.includes(status)) return 'order_items_closed'
  if (paymentStatus === 'authorized') return 'order_items_being_paid'
  return undefined
}

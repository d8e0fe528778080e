import { z } from 'zod'
import {
  Count,
  Id,
  ListQuery,
  Money,
  oneOrMoreQuery,
  singleLineText,
  sortQuery,
} from '../lib/schemas.ts'
import { FulfillmentStatus, OrderStatus, orderSources, PaymentStatus } from './order-state.ts'

/** The tabs of the order list, with a count each. */
export const orderViews = {
  open: { status: ['pending', 'confirmed', 'processing', 'ready'] },
  unpaid: {
    status: [
      'pending',
      'confirmed',
      'processing',
      'ready',
      'shipped',
      'delivered',
      'completed',
      'on_hold',
    ],
    paymentStatus: ['unpaid', 'authorized', 'partially_paid'],
  },
  toShip: {
    status: ['pending', 'confirmed', 'processing', 'ready'],
    fulfillmentStatus: ['unfulfilled', 'partially_fulfilled'],
  },
  onHold: { status: ['on_hold'] },
  completed: { status: ['delivered', 'completed'] },
  cancelledOrReturned: { status: ['cancelled', 'returned'] },
} as const satisfies Record<
  OrderView,
  {
    status: OrderStatus[]
    paymentStatus?: PaymentStatus[]
    fulfillmentStatus?: FulfillmentStatus[]
  }
>
export const OrderView = z.enum([
  'open',
  'toShip',
  'unpaid',
  'onHold',
  'completed',
  'cancelledOrReturned',
])
export type OrderView = z.infer<typeof OrderView>

/** The filters of the list and of its export. */
export const orderFilterFields = {
  view: OrderView.optional(),
  status: oneOrMoreQuery(OrderStatus),
  paymentStatus: oneOrMoreQuery(PaymentStatus),
  fulfillmentStatus: oneOrMoreQuery(FulfillmentStatus),
  customer: Id.optional(),
  product: Id.optional(),
  source: z.enum(orderSources).optional(),
  tag: singleLineText(40).optional(),
  /** Inclusive days in the store's time zone. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  totalFrom: z.coerce.number().int().min(0).optional(),
  totalTo: z.coerce.number().int().min(0).optional(),
}
export const OrderListQuery = ListQuery.extend({
  sort: sortQuery('createdAt', 'total'),
  ...orderFilterFields,
})
export type OrderListQuery = z.infer<typeof OrderListQuery>

export const OrderCounts = z.object({
  all: Count,
  open: Count,
  toShip: Count,
  unpaid: Count,
  onHold: Count,
  completed: Count,
  cancelledOrReturned: Count,
  byStatus: z.record(OrderStatus, Count),
})

/** A variant that can be added to an order. */
export const VariantChoice = z.object({
  _id: Id,
  product: Id,
  title: z.string(),
  variantTitle: z.string(),
  /** Whether the product is a draft, which shoppers don't see. */
  isDraft: z.boolean(),
  sku: z.string(),
  image: z.string(),
  price: Money,
  stock: z.int(),
  trackStock: z.boolean(),
  allowBackorder: z.boolean(),
  taxClass: Id.nullable(),
})
export type VariantChoice = z.infer<typeof VariantChoice>

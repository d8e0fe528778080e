import { z } from 'zod'
import {
  BooleanQuery,
  Count,
  codeText,
  Id,
  ListQuery,
  Money,
  oneOrMoreQuery,
  singleLineText,
  sortQuery,
} from '../lib/schemas.ts'
import { orderHintKinds } from './order-hint.ts'
import {
  archivedFilters,
  cancelReasons,
  FulfillmentStatus,
  OrderStatus,
  openReturnStatuses,
  orderSources,
  PaymentStatus,
  returnProgressFilters,
} from './order-state.ts'

const openStatuses = ['pending', 'confirmed', 'processing', 'ready'] as const
/** The statuses of orders that were neither canceled nor returned. */
const validStatuses = [...openStatuses, 'shipped', 'delivered', 'completed', 'on_hold'] as const

/** The tabs of the order list, with a count each. Those of several statuses have an index. */
export const orderViews = {
  open: { status: openStatuses },
  toShip: {
    status: openStatuses,
    fulfillmentStatus: ['unfulfilled', 'partially_fulfilled', 'partially_delivered'],
  },
  /** Those of `toShip` that should have been shipped before today. */
  late: {
    status: openStatuses,
    fulfillmentStatus: ['unfulfilled', 'partially_fulfilled', 'partially_delivered'],
  },
  unpaid: { status: validStatuses, paymentStatus: ['unpaid', 'authorized', 'partially_paid'] },
  onHold: { status: ['on_hold'] },
  returns: { status: validStatuses, returnStatus: openReturnStatuses },
  completed: { status: ['delivered', 'completed'] },
  canceledOrReturned: { status: ['cancelled', 'returned'] },
  drafts: { status: ['draft'] },
} as const satisfies Record<
  OrderView,
  {
    status: readonly OrderStatus[]
    paymentStatus?: readonly PaymentStatus[]
    fulfillmentStatus?: readonly FulfillmentStatus[]
    returnStatus?: typeof openReturnStatuses
  }
>
export const OrderView = z.enum([
  'open',
  'toShip',
  'late',
  'unpaid',
  'onHold',
  'returns',
  'completed',
  'canceledOrReturned',
  'drafts',
])
export type OrderView = z.infer<typeof OrderView>

/** The filters of the list and of its export. */
export const orderFilterFields = {
  view: OrderView.optional(),
  status: oneOrMoreQuery(OrderStatus),
  paymentStatus: oneOrMoreQuery(PaymentStatus),
  fulfillmentStatus: oneOrMoreQuery(FulfillmentStatus),
  returnStatus: oneOrMoreQuery(z.enum(openReturnStatuses)),
  returnProgress: oneOrMoreQuery(z.enum(returnProgressFilters)),
  cancelReason: z.enum(cancelReasons).optional(),
  customer: Id.optional(),
  product: Id.optional(),
  source: z.enum(orderSources).optional(),
  /** Without it, archived orders are part of a search and of the orders of a customer only. */
  archived: z.enum(archivedFilters).optional(),
  tag: singleLineText(40).optional(),
  /** The SKU of one of the items. */
  sku: singleLineText(100).optional(),
  /** ISO 3166-1 codes of the countries of the shipping address. */
  shippingCountry: oneOrMoreQuery(codeText(2)),
  /** The names of the methods at the time of the order, in any case. */
  shippingMethod: singleLineText(120).optional(),
  paymentMethod: singleLineText(120).optional(),
  /** The name of the carrier of one of the parcels, in any case. */
  carrier: singleLineText(80).optional(),
  /** The code of one of the discounts, in any case. */
  discountCode: singleLineText(60).optional(),
  /** Whether there is a note of the staff or of the customer. */
  hasNote: BooleanQuery,
  /** Open orders with this hint, among the newest 1,000. */
  hint: z.enum(orderHintKinds).optional(),
  /** Inclusive days. Orders without units to ship have no ship-by date. */
  shipByFrom: z.iso.date().optional(),
  shipByTo: z.iso.date().optional(),
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
  late: Count,
  unpaid: Count,
  onHold: Count,
  returns: Count,
  completed: Count,
  canceledOrReturned: Count,
  drafts: Count,
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

import { z } from 'zod'
import { defineApi } from './lib/api.ts'
import { BulkReply, bulkSelectionFields, tagChangeFields } from './lib/bulk.ts'
import {
  Address,
  Count,
  Email,
  Id,
  ListQuery,
  Money,
  multiLineText,
  oneOrMoreQuery,
  SignedMoney,
  singleLineText,
  sortQuery,
  Timestamp,
  versionField,
} from './lib/schemas.ts'

export const orderStatuses = [
  'draft',
  'pending',
  'confirmed',
  'processing',
  'ready',
  'shipped',
  'delivered',
  'completed',
  'on_hold',
  'cancelled',
  'returned',
] as const
export const OrderStatus = z.enum(orderStatuses)
export type OrderStatus = z.infer<typeof OrderStatus>
export const PaymentStatus = z.enum([
  'unpaid',
  'authorized',
  'partially_paid',
  'paid',
  'overpaid',
  'partially_refunded',
  'refunded',
  'voided',
])
export type PaymentStatus = z.infer<typeof PaymentStatus>
export const FulfillmentStatus = z.enum([
  'unfulfilled',
  'partially_fulfilled',
  'fulfilled',
  'partially_delivered',
  'delivered',
  'not_required',
])
export type FulfillmentStatus = z.infer<typeof FulfillmentStatus>
export const cancelReasons = [
  'customer',
  'stock',
  'fraud',
  'payment',
  'address',
  'duplicate',
  'other',
] as const
export const paymentMethods = ['cod', 'cash', 'bank', 'card', 'wallet', 'other'] as const
export const orderSources = ['storefront', 'manual', 'import', 'phone', 'pos'] as const

export const Tracking = z.object({
  carrier: singleLineText(80).optional(),
  number: singleLineText(80).optional(),
  url: z.union([z.literal(''), z.url({ protocol: /^https$/ }).max(2048)]).optional(),
})

export const OrderCustomer = z.object({
  _id: Id.nullable(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
})

export const OrderLine = z.object({
  _id: Id,
  product: Id.nullable(),
  variant: Id.nullable(),
  title: z.string(),
  variantTitle: z.string(),
  sku: z.string(),
  image: z.string(),
  quantity: z.int(),
  unitPrice: Money,
  discount: Money,
  tax: Money,
  total: Money,
  fulfilled: z.int(),
  returned: z.int(),
  requiresShipping: z.boolean(),
})
export type OrderLine = z.infer<typeof OrderLine>

/** `type` names what happened and is what a translation goes by; `data` holds its particulars, such as `{ from, to }`. */
export const OrderEvent = z.object({
  _id: Id,
  type: z.string(),
  at: Timestamp,
  actor: z.string(),
  data: z.record(z.string(), z.unknown()),
})
export type OrderEvent = z.infer<typeof OrderEvent>

export const OrderPayment = z.object({
  _id: Id,
  kind: z.enum(['payment', 'refund']),
  method: z.enum(paymentMethods),
  amount: Money,
  reference: z.string(),
  note: z.string(),
  at: Timestamp,
})
export const Fulfillment = z.object({
  _id: Id,
  number: z.string(),
  status: z.enum(['shipped', 'delivered', 'cancelled']),
  carrier: z.string(),
  trackingNumber: z.string(),
  trackingUrl: z.string(),
  lines: z.array(z.object({ line: Id, quantity: z.int() })),
  shippedAt: Timestamp,
  deliveredAt: Timestamp.nullable(),
})

/** An order as a list shows it. */
export const OrderRow = z.object({
  _id: Id,
  number: z.string(),
  status: OrderStatus,
  paymentStatus: PaymentStatus,
  fulfillmentStatus: FulfillmentStatus,
  customer: OrderCustomer,
  currency: z.string(),
  total: Money,
  itemCount: z.int(),
  tags: z.array(z.string()),
  source: z.enum(orderSources),
  version: z.int(),
  createdAt: Timestamp,
})
export type OrderRow = z.infer<typeof OrderRow>

export const Order = OrderRow.extend({
  lines: z.array(OrderLine),
  shippingAddress: Address,
  billingAddress: Address,
  shippingMethod: z.string(),
  subtotal: Money,
  discountTotal: Money,
  shippingTotal: Money,
  taxTotal: Money,
  taxIncluded: z.boolean(),
  paidTotal: Money,
  refundedTotal: Money,
  /** What is still to be paid; below zero when too much was. */
  balance: SignedMoney,
  note: z.string(),
  customerNote: z.string(),
  cancelReason: z.string(),
  payments: z.array(OrderPayment),
  fulfillments: z.array(Fulfillment),
  timeline: z.array(OrderEvent),
  allowedTransitions: z.array(OrderStatus),
})
export type Order = z.infer<typeof Order>

const OrderLineInput = z.object({
  variant: Id,
  quantity: z.int().min(1).max(1_000_000),
  /** Per piece; left out, the variant's price at this moment. */
  unitPrice: Money.optional(),
  /** Off the whole line. */
  discount: Money.optional(),
})

export const OrderInput = z.object({
  /** Of a customer there is, or what is known of a new one; the email finds one there is. */
  customer: z
    .object({
      _id: Id.optional(),
      name: singleLineText(120).optional(),
      email: z.union([z.literal(''), Email]).optional(),
      phone: singleLineText(40).optional(),
    })
    .optional(),
  lines: z.array(OrderLineInput).min(1).max(200),
  shippingAddress: Address.optional(),
  billingAddress: Address.optional(),
  shippingMethod: singleLineText(120).optional(),
  shippingTotal: Money.optional(),
  /** Off the whole order, beside what the lines carry. */
  discountTotal: Money.optional(),
  note: multiLineText(1000).optional(),
  customerNote: multiLineText(1000).optional(),
  tags: z.array(singleLineText(40, 1)).max(20).optional(),
  source: z.enum(['manual', 'phone', 'pos']).optional(),
  /** Records the whole sum as received with this method. */
  paid: z.enum(paymentMethods).optional(),
})
export type OrderInput = z.infer<typeof OrderInput>

export const OrderEdit = OrderInput.pick({
  shippingAddress: true,
  billingAddress: true,
  note: true,
  tags: true,
}).extend(versionField)
/** Money that came or went back, as a person records it. */
export const PaymentInput = z.object({
  amount: Money.min(1),
  method: z.enum(paymentMethods),
  reference: singleLineText(120).optional(),
  note: singleLineText(500).optional(),
})

export const StatusChange = z.object({
  /** A status, or a word that means one: `canceled`, `fulfilled`, `dispatched`, `hold` … (server/order/order-status.ts). */
  status: z.string().max(40),
  reason: singleLineText(500).optional(),
  note: multiLineText(1000).optional(),
  tracking: Tracking.optional(),
  /** Whether cancelling or returning puts the pieces back on stock; left out, it does. */
  restock: z.boolean().optional(),
  ...versionField,
})
export type StatusChange = z.infer<typeof StatusChange>

/** The questions that a seller asks every day: the tabs of the list, and what the counts count. */
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
  held: { status: ['on_hold'] },
  done: { status: ['delivered', 'completed'] },
  ended: { status: ['cancelled', 'returned'] },
} as const satisfies Record<
  OrderView,
  {
    status: OrderStatus[]
    paymentStatus?: PaymentStatus[]
    fulfillmentStatus?: FulfillmentStatus[]
  }
>
export const OrderView = z.enum(['open', 'toShip', 'unpaid', 'held', 'done', 'ended'])
export type OrderView = z.infer<typeof OrderView>

/** What may be asked of the list, and so of its export. */
export const orderFilterFields = {
  view: OrderView.optional(),
  status: oneOrMoreQuery(OrderStatus),
  paymentStatus: oneOrMoreQuery(PaymentStatus),
  fulfillmentStatus: oneOrMoreQuery(FulfillmentStatus),
  customer: Id.optional(),
  product: Id.optional(),
  source: z.enum(orderSources).optional(),
  tag: z.string().max(40).optional(),
  /** Days in the store's time zone, both included. */
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
  held: Count,
  done: Count,
  ended: Count,
  byStatus: z.record(OrderStatus, Count),
})

/** What can be put on an order, as a search for it shows it. */
export const VariantChoice = z.object({
  _id: Id,
  product: Id,
  title: z.string(),
  variantTitle: z.string(),
  sku: z.string(),
  image: z.string(),
  price: Money,
  stock: z.int(),
  trackStock: z.boolean(),
  allowBackorder: z.boolean(),
})
export type VariantChoice = z.infer<typeof VariantChoice>

/** A move of an order is many small steps: fewer of them in one call than rows of other lists. */
const orderSelectionFields = {
  ...bulkSelectionFields(orderFilterFields),
  ids: z.array(Id).min(1).max(100).optional(),
}

export const orderApi = defineApi('order', {
  list: {
    method: 'GET',
    path: '/order/getAll',
    can: 'order:read',
    summary: 'Orders, newest first',
    query: OrderListQuery,
    items: OrderRow,
  },
  getCounts: {
    method: 'GET',
    path: '/order/counts',
    can: 'order:read',
    summary: 'How many orders stand where',
    reply: OrderCounts,
  },
  export: {
    method: 'GET',
    path: '/order/export',
    can: 'order:read',
    rateLimit: 'transfer',
    summary: 'The orders of the list as CSV',
    query: OrderListQuery,
    downloadType: 'text/csv; charset=utf-8',
  },
  searchVariants: {
    method: 'GET',
    path: '/order/searchVariants',
    can: 'order:write',
    summary: 'Variants by title, SKU or barcode, to put on an order; at most 30',
    query: ListQuery.pick({ q: true }),
    reply: z.array(VariantChoice),
  },
  get: { method: 'GET', path: '/order/:id', can: 'order:read', summary: 'One order', reply: Order },
  create: {
    method: 'POST',
    path: '/order/create',
    can: 'order:write',
    idempotent: true,
    summary: 'Take an order by hand',
    body: OrderInput,
    reply: Order,
    message: 'Order created',
    invalidates: ['product', 'customer', 'dashboard'],
  },
  update: {
    method: 'PATCH',
    path: '/order/update/:id',
    can: 'order:write',
    summary: 'Change note, tags and addresses of an order',
    body: OrderEdit,
    reply: Order,
    message: 'Order updated',
  },
  updateStatus: {
    method: 'PATCH',
    path: '/order/updateStatus/:id',
    can: 'order:write',
    summary: 'Move an order on',
    body: StatusChange,
    reply: Order,
    message: 'Order status updated',
    invalidates: ['product', 'customer', 'dashboard'],
  },
  bulkUpdateStatus: {
    method: 'POST',
    path: '/order/bulk/updateStatus',
    can: 'order:write',
    status: 200,
    summary: 'Move several orders on; 100 in one call, `next` says where to go on',
    body: StatusChange.omit({ version: true }).extend(orderSelectionFields),
    reply: BulkReply,
    invalidates: ['product', 'customer', 'dashboard'],
  },
  bulkUpdateTags: {
    method: 'POST',
    path: '/order/bulk/updateTags',
    can: 'order:write',
    status: 200,
    summary: 'Add tags to several orders, or take them away',
    body: z.object({ ...bulkSelectionFields(orderFilterFields), ...tagChangeFields }),
    reply: BulkReply,
  },
  bulkAddPayment: {
    method: 'POST',
    path: '/order/bulk/addPayment',
    can: 'order:write',
    status: 200,
    summary: 'Record what is still to be paid of several orders as received; 100 in one call',
    body: z.object({ ...orderSelectionFields, method: z.enum(paymentMethods) }),
    reply: BulkReply,
    invalidates: ['customer', 'dashboard'],
  },
  updateTracking: {
    method: 'PATCH',
    path: '/order/updateTracking/:id',
    can: 'order:write',
    summary: 'Say how a parcel can be followed',
    body: z.object({ fulfillment: Id, tracking: Tracking }),
    reply: Order,
    message: 'Tracking updated',
  },
  addPayment: {
    method: 'POST',
    path: '/order/addPayment/:id',
    can: 'order:write',
    idempotent: true,
    summary: 'Record money received',
    body: PaymentInput,
    reply: Order,
    message: 'Payment recorded',
    invalidates: ['customer', 'dashboard'],
  },
  addRefund: {
    method: 'POST',
    path: '/order/addRefund/:id',
    can: 'order:write',
    idempotent: true,
    summary: 'Record money given back',
    body: PaymentInput,
    reply: Order,
    message: 'Refund recorded',
    invalidates: ['customer', 'dashboard'],
  },
  addNote: {
    method: 'POST',
    path: '/order/addNote/:id',
    can: 'order:write',
    summary: 'Write a note on the timeline',
    body: z.object({ text: multiLineText(1000).min(1) }),
    reply: Order,
    message: 'Note added',
  },
})

import { z } from 'zod'
import { Customer } from '../customer/customer.ts'
import { Id, Timestamp } from '../lib/schemas.ts'
import { Order } from '../order/order.ts'
import { LinkedOrder, OrderLine, OrderReturn } from '../order/order-part.ts'
import { Product } from '../product/product.ts'
import { Variant } from '../product/variant.ts'
import { webhookEventTypes } from './webhook.ts'

// These fields leave the store. A new field of a record is sent only if it is added here.

const OrderLinePayload = OrderLine.pick({
  _id: true,
  product: true,
  variant: true,
  title: true,
  variantTitle: true,
  sku: true,
  quantity: true,
  unitPrice: true,
  discount: true,
  taxRate: true,
  tax: true,
  total: true,
})

/**
 * An order with its lines. Receivers get its payments, refunds and fulfillments with `GET /order/:id`. Only
 * staff can see the note.
 */
export const OrderPayload = Order.pick({
  _id: true,
  number: true,
  status: true,
  paymentStatus: true,
  fulfillmentStatus: true,
  returnProgress: true,
  customer: true,
  currency: true,
  total: true,
  itemCount: true,
  tags: true,
  source: true,
  version: true,
  createdAt: true,
  lines: true,
  shippingAddress: true,
  billingAddress: true,
  shippingMethod: true,
  paymentMethod: true,
  subtotal: true,
  discountTotal: true,
  shippingTotal: true,
  shippingTaxRate: true,
  shippingTax: true,
  taxTotal: true,
  taxIncluded: true,
  taxExemption: true,
  paidTotal: true,
  refundedTotal: true,
  customerNote: true,
  checkoutAnswers: true,
  cancelReason: true,
}).extend({ lines: z.array(OrderLinePayload) })

/**
 * A return or a claim, depending on `kind`, with its lines. The texts of the shopper and of staff are only in
 * `GET /order/:id`.
 */
export const ReturnPayload = OrderReturn.pick({
  _id: true,
  number: true,
  kind: true,
  status: true,
  wish: true,
  createdAt: true,
  decidedAt: true,
  sendBackBy: true,
  newOrders: true,
  lines: true,
}).extend({ order: LinkedOrder })

/** Without the cost, which only staff can see. */
const VariantPayload = Variant.pick({
  _id: true,
  options: true,
  sku: true,
  barcode: true,
  price: true,
  compareAtPrice: true,
  trackStock: true,
  stock: true,
  allowBackorder: true,
  weight: true,
  measureAmount: true,
  measureUnit: true,
  referenceAmount: true,
})

/** A product with its variants. Receivers get long texts and lists with `GET /product/:id`. */
export const ProductPayload = Product.pick({
  title: true,
  slug: true,
  status: true,
  vendor: true,
  productType: true,
  tags: true,
  _id: true,
  price: true,
  compareAtPrice: true,
  stock: true,
  trackStock: true,
  image: true,
  version: true,
  createdAt: true,
  updatedAt: true,
  options: true,
  variants: true,
}).extend({ variants: z.array(VariantPayload) })

/** A customer, without the internal note. */
export const CustomerPayload = Customer.pick({
  name: true,
  email: true,
  phone: true,
  address: true,
  tags: true,
  acceptsMarketing: true,
  company: true,
  vatId: true,
  taxExempt: true,
  _id: true,
  orderCount: true,
  totalSpent: true,
  lastOrderAt: true,
  version: true,
  createdAt: true,
})

/** One change of the stock of a variant. */
export const StockPayload = z.object({
  product: Id,
  variant: Id,
  title: z.string(),
  variantTitle: z.string(),
  sku: z.string(),
  /** Units after the change. */
  stock: z.int(),
  /** Units added; negative for units removed. */
  change: z.int(),
  reason: z.string(),
  /** The order that changed the stock. */
  order: Id.nullable(),
})

/** A row that no longer exists. */
export const DeletedPayload = z.object({ _id: Id })

/** The event that a user sends to test a webhook. */
export const TestPayload = z.object({ isTest: z.literal(true) })

/** The types that a webhook can receive: the events of a store, and `test`. */
export const webhookBodyTypes = [...webhookEventTypes, 'test'] as const
export type WebhookBodyType = (typeof webhookBodyTypes)[number]

/**
 * The `data` of each event type. The SQL functions `*_webhook_payload` build it; their columns derive
 * from these schemas.
 */
export const webhookPayloads = {
  'order.created': OrderPayload,
  'order.updated': OrderPayload,
  'order.paid': OrderPayload,
  'order.fulfilled': OrderPayload,
  'order.cancelled': OrderPayload,
  'return.created': ReturnPayload,
  'return.updated': ReturnPayload,
  'product.created': ProductPayload,
  'product.updated': ProductPayload,
  'product.deleted': DeletedPayload,
  'stock.changed': StockPayload,
  'customer.created': CustomerPayload,
  'customer.updated': CustomerPayload,
  'customer.deleted': DeletedPayload,
  test: TestPayload,
} as const satisfies Record<WebhookBodyType, z.ZodType>

/** Returns the shape of the body that a webhook receives for this event type. */
export const createWebhookBodySchema = (type: WebhookBodyType) =>
  z.object({
    /** The same each time the event is sent. */
    _id: Id,
    type: z.literal(type),
    createdAt: Timestamp,
    business: Id,
    data: webhookPayloads[type],
  })

import { z } from 'zod'
import { Customer } from './customer.ts'
import { Id, Timestamp } from './lib/schemas.ts'
import { Order, OrderLine } from './order.ts'
import { Product, Variant } from './product.ts'
import { webhookEventTypes } from './webhook.ts'

/** An order with its lines, without internal notes. */
export const OrderPayload = Order.pick({
  _id: true,
  number: true,
  status: true,
  paymentStatus: true,
  fulfillmentStatus: true,
  customer: true,
  currency: true,
  subtotal: true,
  discountTotal: true,
  shippingTotal: true,
  taxTotal: true,
  taxIncluded: true,
  total: true,
  paidTotal: true,
  refundedTotal: true,
  itemCount: true,
  shippingAddress: true,
  billingAddress: true,
  shippingMethod: true,
  customerNote: true,
  tags: true,
  source: true,
  cancelReason: true,
  version: true,
  createdAt: true,
}).extend({
  lines: z.array(
    OrderLine.pick({
      _id: true,
      product: true,
      variant: true,
      title: true,
      variantTitle: true,
      sku: true,
      quantity: true,
      unitPrice: true,
      discount: true,
      tax: true,
      total: true,
    }),
  ),
})

/** A product with its variants, without their cost. */
export const ProductPayload = Product.pick({
  _id: true,
  title: true,
  slug: true,
  status: true,
  vendor: true,
  productType: true,
  tags: true,
  options: true,
  price: true,
  compareAtPrice: true,
  stock: true,
  trackStock: true,
  image: true,
  version: true,
  createdAt: true,
  updatedAt: true,
}).extend({
  variants: z.array(
    Variant.pick({
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
    }),
  ),
})

/** A customer, without the internal note. */
export const CustomerPayload = Customer.omit({ note: true })

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
export const webhookMessageTypes = [...webhookEventTypes, 'test'] as const
export type WebhookMessageType = (typeof webhookMessageTypes)[number]

/** The `data` of each event type. The SQL functions `*_webhook_payload` build it. */
export const webhookPayloads = {
  'order.created': OrderPayload,
  'order.updated': OrderPayload,
  'order.paid': OrderPayload,
  'order.fulfilled': OrderPayload,
  'order.cancelled': OrderPayload,
  'product.created': ProductPayload,
  'product.updated': ProductPayload,
  'product.deleted': DeletedPayload,
  'stock.changed': StockPayload,
  'customer.created': CustomerPayload,
  'customer.updated': CustomerPayload,
  'customer.deleted': DeletedPayload,
  test: TestPayload,
} as const satisfies Record<WebhookMessageType, z.ZodType>

/** Returns the shape of the body that a webhook receives for this event type. */
export const createMessageSchema = (type: WebhookMessageType) =>
  z.object({
    /** The same each time the event is sent. */
    _id: Id,
    type: z.literal(type),
    createdAt: Timestamp,
    business: Id,
    data: webhookPayloads[type],
  })

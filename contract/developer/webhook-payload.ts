import { z } from 'zod'
import { Customer } from '../customer/customer.ts'
import { Id, Timestamp } from '../lib/schemas.ts'
import { Order, OrderLine } from '../order/order.ts'
import { Product } from '../product/product.ts'
import { Variant } from '../product/variant.ts'
import { webhookEventTypes } from './webhook.ts'

// A new field of a record is sent unless it is omitted here.

/** An order with its lines. */
export const OrderPayload = Order.omit({
  // Only staff can see it.
  note: true,
  // Receivers get it with `GET /order/:id`.
  payments: true,
  pendingRefunds: true,
  fulfillments: true,
  refunds: true,
  timeline: true,
  discounts: true,
  returns: true,
  withdrawal: true,
  // Derived from the totals and the status.
  balance: true,
  allowedTransitions: true,
  // Belong to the form of the order.
  enteredDiscount: true,
  automaticDiscounts: true,
  // An estimate for the shopper.
  deliveryFrom: true,
  deliveryTo: true,
}).extend({
  lines: z.array(
    OrderLine.omit({
      // Belongs to the page of the order.
      image: true,
      requiresShipping: true,
      enteredDiscount: true,
      // Changes with each fulfillment, which events do not contain.
      fulfilledQuantity: true,
      returnedQuantity: true,
      removedQuantity: true,
    }),
  ),
})

/** A product with its variants. */
export const ProductPayload = Product.omit({
  // Long texts and lists, which receivers get with `GET /product/:id`.
  description: true,
  seoTitle: true,
  seoDescription: true,
  manufacturerName: true,
  manufacturerAddress: true,
  manufacturerContact: true,
  responsibleName: true,
  responsibleAddress: true,
  responsibleContact: true,
  safetyWarnings: true,
  categories: true,
  images: true,
  // Belong to the checkout.
  requiresShipping: true,
  shippingClass: true,
  taxClass: true,
  withdrawalException: true,
  // Summaries of the variants.
  sku: true,
  variantCount: true,
}).extend({
  variants: z.array(
    Variant.omit({
      // Only staff can see it.
      cost: true,
      // Refers to the images of the product.
      image: true,
      // Derived from the order and the options of the variants.
      position: true,
      title: true,
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

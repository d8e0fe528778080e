import { expect, test } from 'vitest'
import { CustomerPayload, OrderPayload, ProductPayload, ReturnPayload } from './webhook-payload.ts'

// Receivers depend on these fields.
test.each([
  [
    'an order',
    OrderPayload,
    `_id billingAddress cancelReason checkoutAnswers createdAt currency customer customerNote discountTotal
    fulfillmentStatus itemCount lines number paidTotal paymentMethod paymentStatus refundedTotal
    returnProgress     shippingAddress shippingMethod shippingTax shippingTaxRate shippingTotal source status subtotal tags
    taxExemption taxIncluded taxTotal total version`,
  ],
  [
    'an order line',
    OrderPayload.shape.lines.element,
    `_id discount product quantity sku tax taxRate title total unitPrice variant variantTitle`,
  ],
  [
    'a return or a claim',
    ReturnPayload,
    '_id createdAt decidedAt kind lines newOrders number order sendBackBy status wish',
  ],
  [
    'a line of a return or a claim',
    ReturnPayload.shape.lines.element,
    `damagedQuantity line missingQuantity quantity reason receivedQuantity refundedQuantity
    replacedQuantity restockedQuantity`,
  ],
  [
    'a product',
    ProductPayload,
    `_id compareAtPrice createdAt image options price productType slug status stock tags title trackStock
    updatedAt variants vendor version`,
  ],
  [
    'a variant',
    ProductPayload.shape.variants.element,
    `_id allowBackorder barcode compareAtPrice measureAmount measureUnit options price referenceAmount sku
    stock trackStock weight`,
  ],
  [
    'a customer',
    CustomerPayload,
    `_id acceptsMarketing address company createdAt email lastOrderAt name orderCount phone tags taxExempt
    totalSpent vatId version`,
  ],
])('webhooks send these fields of %s and no others', (_record, { shape }, fields) =>
  expect(Object.keys(shape).toSorted()).toEqual(fields.split(/\s+/)),
)

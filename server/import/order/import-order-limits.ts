import { Address } from '#contract/lib/country/address.ts'
import { getMaxItems, getMaxLength } from '#contract/lib/schema-values.ts'
import { OrderInput, PaymentInput } from '#contract/order/order-input.ts'
import { ProductInput } from '#contract/product/product.ts'

/** The contract's limits of an order, and the limits of fields that only files have. */
export const orderLimits = {
  name: getMaxLength(Address.shape.name),
  line: getMaxLength(Address.shape.line1),
  city: getMaxLength(Address.shape.city),
  region: getMaxLength(Address.shape.region),
  postalCode: getMaxLength(Address.shape.postalCode),
  phone: getMaxLength(Address.shape.phone),
  sku: getMaxLength(ProductInput.shape.sku),
  vendor: getMaxLength(ProductInput.shape.vendor),
  shippingMethod: getMaxLength(OrderInput.shape.shippingMethod),
  note: getMaxLength(OrderInput.shape.note),
  tag: getMaxLength(OrderInput.shape.tags.unwrap().element),
  tags: getMaxItems(OrderInput.shape.tags),
  paymentReference: getMaxLength(PaymentInput.shape.reference),
  /** The title of a product, followed by its variant. */
  lineTitle: 300,
} as const

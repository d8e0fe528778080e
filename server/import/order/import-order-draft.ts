import type { ImportColumn, ImportProblem } from '#contract/import.ts'
import type { FulfillmentStatus, OrderStatus, PaymentStatus } from '#contract/order-state.ts'

export type OrderLineDraft = {
  title: string
  sku: string
  vendor: string
  quantity: number
  /** Minor units, for one piece. */
  unitPrice: number
  compareAtPrice: number | null
  discount: number
  requiresShipping: boolean
  isTaxable: boolean
  isFulfilled: boolean
}

export type AddressDraft = {
  name: string
  line1: string
  line2: string
  city: string
  region: string
  postalCode: string
  country: string
  phone: string
}

/** All sums in minor units, as the file has them: an order that was is history, not to be worked out anew. */
export type OrderDraft = {
  /** Kept as it was, and the identity: `#1001`. */
  number: string
  externalId: string
  status: OrderStatus
  paymentStatus: PaymentStatus
  fulfillmentStatus: FulfillmentStatus
  /** ISO 8601 in UTC; '' where the file has none. */
  placedAt: string
  paidAt: string
  fulfilledAt: string
  cancelledAt: string
  email: string
  phone: string
  customerName: string
  currency: string
  lines: OrderLineDraft[]
  /** Of the lines before any discount. */
  subtotal: number
  discountTotal: number
  discountCode: string
  shippingTotal: number
  shippingMethod: string
  taxTotal: number
  taxes: { name: string; amount: number }[]
  isTaxIncluded: boolean
  /** What is missing to `total` after the sums above: tips, duties, rounding, edits. May be below zero. */
  adjustment: number
  total: number
  paidTotal: number
  refundedTotal: number
  shippingAddress: AddressDraft | null
  billingAddress: AddressDraft | null
  note: string
  tags: string[]
  source: string
  paymentMethod: string
  paymentReference: string
  rows: number[]
}

/** An order as its first row tells it: null where the rest of its rows must be known first. */
export type OrderHeader = Omit<
  OrderDraft,
  'lines' | 'rows' | 'adjustment' | 'status' | 'isTaxIncluded' | 'subtotal' | 'paidTotal'
> & {
  status: OrderDraft['status'] | null
  isTaxIncluded: boolean | null
  /** After discounts, as Shopify counts. */
  netSubtotal: number | null
  paidTotal: number | null
}

export type ParsedOrders = {
  columns: ImportColumn[]
  drafts: OrderDraft[]
  invalidOrders: { number: string; rows: number[] }[]
  problems: ImportProblem[]
  rowCount: number
}

export type OrderParseSettings = {
  /** The store's currency; an order in another is refused, since nothing could be added up. */
  currency: string
  exponent: number
}

export type OrderPlan = { action: 'create' | 'unchanged'; draft: OrderDraft }

/** Numbers are the identity, and an order that is there is never rewritten by a file. */
export const createOrderPlan = (
  draft: OrderDraft,
  existingNumbers: ReadonlySet<string>,
): OrderPlan => ({
  action: existingNumbers.has(draft.number) ? 'unchanged' : 'create',
  draft,
})

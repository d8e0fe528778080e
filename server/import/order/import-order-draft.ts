import type { ImportColumn, ImportProblem } from '#contract/import/import.ts'
import type { FulfillmentStatus, OrderStatus, PaymentStatus } from '#contract/order/order-state.ts'

export type OrderLineDraft = {
  title: string
  sku: string
  vendor: string
  quantity: number
  /** In minor units, for one unit. */
  unitPrice: number
  compareAtPrice: number | null
  discount: number
  requiresShipping: boolean
  isTaxable: boolean
  fulfilledQuantity: number
  /** Among the fulfilled units. */
  deliveredQuantity: number
  returnedQuantity: number
  /** Units that were refunded before their shipping. */
  removedQuantity: number
  refundedQuantity: number
  refundedAmount: number
}

type OrderLineUnits = 'fulfilledQuantity' | 'deliveredQuantity' | 'returnedQuantity'
/** A line of a file. Units that depend on the statuses of the order are null. */
export type FileLine = Omit<OrderLineDraft, OrderLineUnits> &
  Record<OrderLineUnits, number | null> & { isFulfilled: boolean }

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

/**
 * An order of the file. Amounts are in minor units and as in the file, because past orders are not
 * recalculated.
 */
export type OrderDraft = {
  /** Identifies the order, such as `#1001`. */
  number: string
  externalId: string
  status: OrderStatus
  paymentStatus: PaymentStatus
  fulfillmentStatus: FulfillmentStatus
  /** ISO 8601 in UTC; '' when the file has none. */
  placedAt: string
  paidAt: string
  fulfilledAt: string
  canceledAt: string
  email: string
  phone: string
  customerName: string
  currency: string
  lines: OrderLineDraft[]
  /** The sum of the lines before discounts. */
  subtotal: number
  discountTotal: number
  discountCode: string
  shippingTotal: number
  shippingMethod: string
  taxTotal: number
  taxes: { name: string; amount: number }[]
  isTaxIncluded: boolean
  /**
   * The difference between `total` and the amounts above, such as tips, duties or edits. Can be
   * below zero.
   */
  adjustment: number
  total: number
  paidTotal: number
  refundedTotal: number
  /** The part of the refunds that was paid above the total. */
  refundedOverpayment: number
  refundedShipping: number
  /** The part of the refunded prices that the store kept. */
  refundFee: number
  /** The price of returned and removed units that is not due. */
  unsoldTotal: number
  shippingAddress: AddressDraft | null
  billingAddress: AddressDraft | null
  note: string
  tags: string[]
  source: string
  paymentMethod: string
  paymentReference: string
  rows: number[]
}

/** The first row of an order. Values that depend on the other rows are null. */
export type OrderHeader = Omit<
  OrderDraft,
  | 'lines'
  | 'rows'
  | 'adjustment'
  | 'status'
  | 'isTaxIncluded'
  | 'subtotal'
  | 'paidTotal'
  | 'refundedOverpayment'
  | 'unsoldTotal'
> & {
  status: OrderDraft['status'] | null
  isTaxIncluded: boolean | null
  /** Shopify's subtotal, after discounts. */
  netSubtotal: number | null
  paidTotal: number | null
  refundedOverpayment: number | null
  unsoldTotal: number | null
}

export type ParsedOrders = {
  columns: ImportColumn[]
  drafts: OrderDraft[]
  /** Orders with an error in any of their rows. */
  invalidOrders: { name: string; title: string; rows: number[] }[]
  problems: ImportProblem[]
  rowCount: number
}

export type OrderParseSettings = {
  /**
   * The store's currency. An order in another currency is rejected, because amounts could not be
   * added up.
   */
  currency: string
  exponent: number
  /** The store's locale, by which numbers are read if nothing else in the file shows it. */
  locale: string
  /** The store's time zone, in which times without a zone are. */
  timeZone: string
}

export type OrderPlan = { action: 'create' | 'unchanged'; draft: OrderDraft }

/** The number identifies an order. A file never changes an existing order. */
export const createOrderPlan = (
  draft: OrderDraft,
  existingNumbers: ReadonlySet<string>,
): OrderPlan => ({
  action: existingNumbers.has(draft.number) ? 'unchanged' : 'create',
  draft,
})

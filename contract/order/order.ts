import { z } from 'zod'
import { CheckoutAnswer } from '../cms/checkout-settings.ts'
import { defineApi } from '../lib/call/api.ts'
import { BulkReply, bulkSelectionFields, tagChangeFields } from '../lib/call/bulk.ts'
import { Address } from '../lib/country/address.ts'
import { Id, ListQuery, Money, SignedMoney, Timestamp, versionField } from '../lib/schemas.ts'
import { TaxExemption } from '../store/tax.ts'
import { OrderCounts, OrderListQuery, orderFilterFields, VariantChoice } from './order-filter.ts'
import {
  OrderEdit,
  OrderInput,
  OrderNote,
  PaymentInput,
  RefundInput,
  ReturnDecision,
  StatusChange,
  Tracking,
} from './order-input.ts'
import {
  CustomerOrderEvent,
  Fulfillment,
  LinkedOrder,
  OrderCustomer,
  OrderDiscount,
  OrderEvent,
  OrderLine,
  OrderPayment,
  OrderRefund,
  OrderReturn,
  OrderWithdrawal,
  PendingRefund,
  UncanceledLabel,
} from './order-part.ts'
import {
  FulfillmentStatus,
  OrderStatus,
  orderSources,
  PaymentStatus,
  paymentMethods,
  ReturnProgress,
} from './order-state.ts'

/** The summary of an order. */
export const OrderRow = z.object({
  _id: Id,
  number: z.string(),
  status: OrderStatus,
  paymentStatus: PaymentStatus,
  fulfillmentStatus: FulfillmentStatus,
  returnProgress: ReturnProgress,
  customer: OrderCustomer,
  currency: z.string(),
  total: Money,
  itemCount: z.int(),
  tags: z.array(z.string()),
  source: z.enum(orderSources),
  archivedAt: Timestamp.nullable(),
  version: z.int(),
  createdAt: Timestamp,
})
export type OrderRow = z.infer<typeof OrderRow>

/** An order in the list of orders. */
export const OrderListItem = OrderRow.extend({
  /** The last day on which the rest is shipped in time. Null if nothing is to be shipped. */
  shipBy: z.iso.date().nullable(),
  /** Whether the ship-by date has passed. */
  isLate: z.boolean(),
})
export type OrderListItem = z.infer<typeof OrderListItem>

export const Order = OrderListItem.extend({
  lines: z.array(OrderLine),
  shippingAddress: Address,
  billingAddress: Address,
  shippingMethod: z.string(),
  /** The days of the delivery that the shopper saw when ordering. */
  deliveryFrom: z.iso.date().nullable(),
  deliveryTo: z.iso.date().nullable(),
  /** The name of the payment method that the shopper chose. */
  paymentMethod: z.string(),
  subtotal: Money,
  discountTotal: Money,
  /** The discount that staff entered on the whole order. Null if it is not known, as of a line. */
  enteredDiscount: Money.nullable(),
  automaticDiscounts: z.boolean(),
  shippingTotal: Money,
  shippingTaxRate: z.number(),
  shippingTax: Money,
  /** The taxes of the lines and of the shipping. */
  taxTotal: Money,
  taxIncluded: z.boolean(),
  taxExemption: TaxExemption,
  paidTotal: Money,
  refundedTotal: Money,
  /** The part of the price of refunded items that was not refunded, such as fees. */
  keptTotal: Money,
  /** Amount still due; negative if overpaid. */
  balance: SignedMoney,
  note: z.string(),
  customerNote: z.string(),
  checkoutAnswers: z.array(CheckoutAnswer),
  cancelReason: z.string(),
  payments: z.array(OrderPayment),
  /** Refunds that the payment provider has not confirmed yet. */
  pendingRefunds: z.array(PendingRefund),
  refunds: z.array(OrderRefund),
  fulfillments: z.array(Fulfillment),
  timeline: z.array(OrderEvent),
  discounts: z.array(OrderDiscount),
  uncanceledLabels: z.array(UncanceledLabel),
  returns: z.array(OrderReturn),
  withdrawal: OrderWithdrawal.nullable(),
  /** The order that it exchanges or replaces. */
  originalOrder: LinkedOrder.nullable(),
  /** The orders that exchange or replace its items. */
  followingOrders: z.array(LinkedOrder),
  allowedTransitions: z.array(OrderStatus),
  /** Whether the customer gets emails about it. Imported orders send none. */
  sendsEmails: z.boolean(),
})
export type Order = z.infer<typeof Order>

const orderSelectionFields = bulkSelectionFields(orderFilterFields)

export const orderApi = defineApi('order', {
  list: {
    method: 'GET',
    path: '/order/getAll',
    can: 'order:read',
    allowsReplica: true,
    summary: 'List orders, newest first',
    query: OrderListQuery,
    items: OrderListItem,
  },
  listCustomerEvents: {
    method: 'GET',
    path: '/order/customerEvents/:id',
    can: 'order:read',
    allowsReplica: true,
    summary: "List the latest 20 events of a customer's orders, newest first",
    reply: z.array(CustomerOrderEvent),
  },
  getCounts: {
    method: 'GET',
    path: '/order/counts',
    can: 'order:read',
    allowsReplica: true,
    summary: 'Count orders per view',
    reply: OrderCounts,
  },
  export: {
    method: 'GET',
    path: '/order/export',
    can: 'order:read',
    rateLimit: 'transfer',
    summary: 'Export orders as CSV',
    query: OrderListQuery,
    downloadType: 'text/csv; charset=utf-8',
  },
  searchVariants: {
    method: 'GET',
    path: '/order/searchVariants',
    can: 'order:write',
    summary: 'Search variants by title, SKU or barcode for an order; at most 30',
    query: ListQuery.pick({ q: true }),
    reply: z.array(VariantChoice),
  },
  get: {
    method: 'GET',
    path: '/order/:id',
    can: 'order:read',
    summary: 'Get an order',
    reply: Order,
  },
  create: {
    method: 'POST',
    path: '/order/create',
    can: 'order:write',
    idempotent: true,
    summary: 'Create an order',
    body: OrderInput,
    reply: Order,
    message: 'Order created',
    invalidates: ['product', 'customer', 'dashboard'],
  },
  update: {
    method: 'PATCH',
    path: '/order/update/:id',
    can: 'order:write',
    summary: 'Update customer, addresses, note and tags of an order',
    body: OrderEdit,
    reply: Order,
    message: 'Order updated',
    invalidates: ['customer', 'dashboard'],
  },
  updateStatus: {
    method: 'PATCH',
    path: '/order/updateStatus/:id',
    can: 'order:write',
    summary: 'Update the status of an order',
    body: StatusChange,
    reply: Order,
    message: 'Order status updated',
    invalidates: ['product', 'customer', 'dashboard', 'invoice'],
  },
  bulkUpdateStatus: {
    method: 'POST',
    path: '/order/bulk/updateStatus',
    isLong: true,
    can: 'order:write',
    status: 200,
    summary:
      'Update the status of up to 1,000 orders; 100 if their stock changes, `next` continues',
    body: StatusChange.omit({ version: true }).extend(orderSelectionFields),
    reply: BulkReply,
    invalidates: ['product', 'customer', 'dashboard'],
  },
  bulkUpdateTags: {
    method: 'POST',
    path: '/order/bulk/updateTags',
    isLong: true,
    can: 'order:write',
    status: 200,
    summary: 'Add or remove tags of several orders',
    body: z.object({ ...orderSelectionFields, ...tagChangeFields }),
    reply: BulkReply,
  },
  bulkAddPayment: {
    method: 'POST',
    path: '/order/bulk/addPayment',
    isLong: true,
    can: 'order:write',
    status: 200,
    summary: 'Mark up to 1,000 orders as paid, `next` continues',
    body: z.object({ ...orderSelectionFields, method: z.enum(paymentMethods) }),
    reply: BulkReply,
    invalidates: ['customer', 'dashboard'],
  },
  updateTracking: {
    method: 'PATCH',
    path: '/order/updateTracking/:id',
    can: 'order:write',
    summary:
      'Update the tracking of a fulfillment; the customer gets an email only if `isNotified` is true',
    body: z.object({
      fulfillment: Id,
      tracking: Tracking,
      /** Whether the customer gets an email about another carrier or number; false if omitted. */
      isNotified: z.boolean().optional(),
      ...versionField,
    }),
    reply: Order,
    message: 'Tracking updated',
  },
  addPayment: {
    method: 'POST',
    path: '/order/addPayment/:id',
    can: 'order:write',
    idempotent: true,
    summary: 'Record a payment',
    body: PaymentInput,
    reply: Order,
    message: 'Payment recorded',
    invalidates: ['customer', 'dashboard', 'invoice'],
  },
  addRefund: {
    method: 'POST',
    path: '/order/addRefund/:id',
    can: 'order:write',
    idempotent: true,
    summary: 'Record a refund, or refund an online payment through its provider',
    body: RefundInput,
    reply: Order,
    message: 'Refund recorded',
    invalidates: ['customer', 'dashboard', 'invoice'],
  },
  decideReturn: {
    method: 'PATCH',
    path: '/order/decideReturn/:id',
    can: 'order:write',
    summary: 'Accept or decline a return; the shopper receives an email',
    body: ReturnDecision,
    reply: Order,
    message: 'Return updated',
  },
  addNote: {
    method: 'POST',
    path: '/order/addNote/:id',
    can: 'order:write',
    summary: 'Add a note to the timeline',
    body: OrderNote,
    reply: Order,
    message: 'Note added',
  },
})

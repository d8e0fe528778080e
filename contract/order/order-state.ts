import { z } from 'zod'

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
/** The statuses of orders for which nothing is owed, or not yet. */
export const unbilledStatuses: readonly OrderStatus[] = ['draft', 'cancelled']
/** Steps before the fulfillment of an order, which are off unless a store turns them on. */
export const optionalOrderSteps = ['confirmed', 'processing', 'ready'] as const
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
/** The reason of an order on hold whose shopper has withdrawn from the contract. */
export const withdrawalReason = 'withdrawal'
export const paymentMethods = ['cod', 'cash', 'bank', 'card', 'wallet', 'other'] as const
/** The methods of recorded payments. An exchange moves the value of returned goods to another order. */
export const recordedPaymentMethods = [...paymentMethods, 'exchange'] as const
export const orderSources = ['storefront', 'manual', 'import', 'phone', 'pos'] as const
export type OrderSource = (typeof orderSources)[number]

/** How many units of an order came back: none, some, or all that were not removed before. */
export const ReturnProgress = z.enum(['none', 'partially_returned', 'returned'])
export type ReturnProgress = z.infer<typeof ReturnProgress>
/** The values that a list can be filtered by, which an index finds. */
export const returnProgressFilters = ['partially_returned', 'returned'] as const

/** Whether an order has a return that is requested or, otherwise, accepted. */
export const openReturnStatuses = ['requested', 'accepted'] as const

/** Which orders a list has, with regard to the archive. */
export const archivedFilters = ['exclude', 'include', 'only'] as const
/** Orders with other statuses are still open and stay in the list. */
export const archivableStatuses = [
  'delivered',
  'completed',
  'cancelled',
  'returned',
] as const satisfies OrderStatus[]

/** The states of one fulfillment, which is a parcel or a handover. */
export const FulfillmentState = z.enum(['packed', 'shipped', 'delivered', 'lost', 'cancelled'])
export type FulfillmentState = z.infer<typeof FulfillmentState>

/** The states that can follow each state of a fulfillment. */
export const parcelTransitions: Record<FulfillmentState, readonly FulfillmentState[]> = {
  packed: ['shipped', 'cancelled'],
  shipped: ['delivered', 'lost', 'packed', 'cancelled'],
  delivered: ['shipped'],
  lost: ['delivered', 'shipped'],
  // Only while its units are in no other parcel.
  cancelled: ['packed'],
}

export const refundReasons = [
  'returned',
  'damaged',
  'wrong_item',
  'not_delivered',
  'out_of_stock',
  'price_adjustment',
  'goodwill',
  'duplicate',
  'other',
] as const

/** The reasons for which the store sends units again. */
export const claimReasons = ['damaged', 'wrong_item', 'not_delivered'] as const

/**
 * The disposition of refunded units: `restock` returns them to the stock, `write_off` does not, and with
 * `keep` the customer keeps them or still receives them.
 */
export const unitDispositions = ['restock', 'write_off', 'keep'] as const

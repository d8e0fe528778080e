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
export type OrderSource = (typeof orderSources)[number]

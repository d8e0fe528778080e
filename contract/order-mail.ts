import { z } from 'zod'

/** The emails that shoppers get about their orders. */
export const orderMailKinds = [
  'received',
  'paid',
  'payment_failed',
  'shipped',
  'delivered',
  'cancelled',
  'refunded',
  'return_accepted',
  'return_declined',
  'withdrawal',
] as const
export const OrderMailKind = z.enum(orderMailKinds)
export type OrderMailKind = z.infer<typeof OrderMailKind>

/** The parts of an email that a store can write. */
export type OrderMailTemplate = { subject: string; heading: string; text: string; button: string }

/** The values that a template can contain as `{{order_number}}`. */
export const orderMailVariables = [
  'order_number',
  'customer_name',
  'store_name',
  'total',
  'amount',
  'reason',
] as const
export type OrderMailVariable = (typeof orderMailVariables)[number]

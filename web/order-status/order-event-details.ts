import { z } from 'zod'
import type { OrderEvent } from '#contract/order/order-part.ts'
import { OrderStatus, orderSources, recordedPaymentMethods } from '#contract/order/order-state.ts'
import { paymentProviders } from '#contract/payment/payment-account.ts'

/** The data of events that orders record. Other events show only their name. */
export const OrderEventDetails = z.object({
  from: OrderStatus.optional().catch(undefined),
  to: OrderStatus.optional().catch(undefined),
  reason: z.string().optional().catch(undefined),
  note: z.string().optional().catch(undefined),
  text: z.string().optional().catch(undefined),
  carrier: z.string().optional().catch(undefined),
  trackingNumber: z.string().optional().catch(undefined),
  fulfillment: z.string().optional().catch(undefined),
  otherFulfillment: z.string().optional().catch(undefined),
  return: z.string().optional().catch(undefined),
  day: z.string().optional().catch(undefined),
  order: z.string().optional().catch(undefined),
  orderId: z.uuid().optional().catch(undefined),
  amount: z.number().optional().catch(undefined),
  method: z.enum(recordedPaymentMethods).optional().catch(undefined),
  reference: z.string().optional().catch(undefined),
  source: z.enum(orderSources).optional().catch(undefined),
  fields: z.array(z.string()).optional().catch(undefined),
  provider: z.enum(paymentProviders).optional().catch(undefined),
  disputeReason: z.string().optional().catch(undefined),
  packerLink: z.string().optional().catch(undefined),
  labelService: z.string().optional().catch(undefined),
  invoice: z.string().optional().catch(undefined),
  invoiceId: z.uuid().optional().catch(undefined),
  file: z.string().optional().catch(undefined),
  editedAt: z.iso.datetime({ offset: true }).optional().catch(undefined),
  termsVersion: z.string().optional().catch(undefined),
  addedTags: z.array(z.string()).optional().catch(undefined),
  removedTags: z.array(z.string()).optional().catch(undefined),
  /** The units of a receipt. */
  units: z.number().optional().catch(undefined),
  damaged: z.number().optional().catch(undefined),
  missing: z.number().optional().catch(undefined),
  restockedUnits: z.number().optional().catch(undefined),
  restocked: z.boolean().optional().catch(undefined),
})
export type OrderEventDetails = z.infer<typeof OrderEventDetails>
export type LabeledEvent = Pick<OrderEvent, 'type' | 'data'>
type EventRecord = { type: 'order' | 'invoice'; id: string }
export type OrderEventLabels = {
  title: string
  details?: string | undefined
  quote?: string | undefined
  /** The record that the title names. */
  record?: EventRecord | undefined
  /** Whether the system is the actor if no person is. */
  isAutomatic?: boolean
  /** When a note was last edited. */
  editedAt?: string | undefined
}

export const joinParts = (...parts: (string | false | undefined)[]) =>
  parts.filter(Boolean).join(' · ')

export const toEventRecord = (
  type: EventRecord['type'],
  id: string | undefined,
): EventRecord | undefined => (id === undefined ? undefined : { type, id })

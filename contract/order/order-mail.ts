import { z } from 'zod'
import { defineApi } from '../lib/call/api.ts'
import { multiLineText, singleLineText } from '../lib/schemas.ts'
import { languageCodes } from '../lib/text/languages.ts'

/** The emails about orders: to shoppers, and the last two to the store. */
export const orderMailKinds = [
  'received',
  'changed',
  'payment_request',
  'paid',
  'payment_failed',
  'shipped',
  'tracking_updated',
  'delivered',
  'parcel_lost',
  'parcel_canceled',
  'cancelled',
  'refunded',
  'return_requested',
  'return_accepted',
  'return_declined',
  'return_in_transit',
  'return_received',
  'return_settled',
  'return_canceled',
  'return_instructions',
  'claim_requested',
  'claim_accepted',
  'claim_declined',
  'claim_settled',
  'claim_canceled',
  'replacement',
  'withdrawal',
  'invoice',
  'credit_note',
  'new_order',
  'order_notification',
] as const
export const OrderMailKind = z.enum(orderMailKinds)
export type OrderMailKind = z.infer<typeof OrderMailKind>

export const isStoreMail = (kind: OrderMailKind): boolean =>
  kind === 'new_order' || kind === 'order_notification'

/** The events of an order that the store is notified of at the bell and by `order_notification`. */
export const orderNotificationKinds = [
  'order_canceled',
  'order_withdrawn',
  'return_requested',
  'claim_requested',
  'payment_failed',
  'refund_failed',
  'refund_due',
  'payment_disputed',
  'dispute_won',
  'dispute_lost',
] as const
export type OrderNotificationKind = (typeof orderNotificationKinds)[number]

/**
 * The law requires the receipts of an order and of a withdrawal. Staff send each payment request and invoice
 * themselves, or turn invoices on in their settings.
 */
const requiredKinds: readonly OrderMailKind[] = [
  'received',
  'withdrawal',
  'payment_request',
  'invoice',
  'credit_note',
]
export const isOptionalOrderMail = (kind: OrderMailKind): boolean => !requiredKinds.includes(kind)

/** The values that a template can contain as `{{order_number}}`. */
export const orderMailVariables = [
  'order_number',
  'customer_name',
  'store_name',
  'total',
  'amount',
  'reason',
  'invoice_number',
] as const
export type OrderMailVariable = (typeof orderMailVariables)[number]

/** `{{order_number}}`. Braces that enclose no name stay as they are. */
export const orderMailVariablePattern = /\{\{ *([^{}\s]+) *\}\}/g

const rejectUnknownVariables = (text: string, context: z.RefinementCtx) => {
  const names: readonly string[] = orderMailVariables
  for (const [, name = ''] of text.matchAll(orderMailVariablePattern))
    if (!names.includes(name))
      context.addIssue({ code: 'custom', message: 'unknown_variable', params: { name } })
}

/** The parts of an email that a store can write. All are plain text. */
export const OrderMailTemplate = z.object({
  subject: singleLineText(200, 1).superRefine(rejectUnknownVariables),
  heading: singleLineText(200, 1).superRefine(rejectUnknownVariables),
  text: multiLineText(5000).min(1).superRefine(rejectUnknownVariables),
  button: singleLineText(60, 1).superRefine(rejectUnknownVariables),
})
export type OrderMailTemplate = z.infer<typeof OrderMailTemplate>

const MailLanguage = z.enum(languageCodes)
const TemplateChange = OrderMailTemplate.extend({ kind: OrderMailKind, language: MailLanguage })

/** An email with its texts in the languages of the store. */
export const OrderMail = z.object({
  kind: OrderMailKind,
  isEnabled: z.boolean(),
  isOptional: z.boolean(),
  texts: z.array(
    z.object({ language: MailLanguage, isChanged: z.boolean(), template: OrderMailTemplate }),
  ),
})
export type OrderMail = z.infer<typeof OrderMail>

export const orderMailApi = defineApi('orderMail', {
  list: {
    method: 'GET',
    path: '/orderMail/getAll',
    can: 'business:read',
    summary: 'List the emails about orders with their texts',
    reply: z.array(OrderMail),
  },
  update: {
    method: 'PATCH',
    path: '/orderMail/update',
    can: 'business:write',
    summary: 'Change the texts of an email in one language',
    body: TemplateChange,
    reply: z.array(OrderMail),
    message: 'Email updated',
  },
  reset: {
    method: 'PATCH',
    path: '/orderMail/reset',
    can: 'business:write',
    summary: 'Restore the default texts of an email in one language',
    body: TemplateChange.pick({ kind: true, language: true }),
    reply: z.array(OrderMail),
    message: 'Email updated',
  },
  setEnabled: {
    method: 'PATCH',
    path: '/orderMail/setEnabled',
    can: 'business:write',
    summary: 'Turn an optional email on or off',
    body: z.object({ kind: OrderMailKind, isEnabled: z.boolean() }),
    reply: z.array(OrderMail),
    message: 'Email updated',
  },
  preview: {
    method: 'POST',
    path: '/orderMail/preview',
    can: 'business:read',
    status: 200,
    rateLimit: 'lookup',
    summary: 'Render an email with example values; saves nothing',
    body: TemplateChange,
    reply: z.object({ subject: z.string(), html: z.string() }),
  },
  sendTest: {
    method: 'POST',
    path: '/orderMail/sendTest',
    can: 'business:write',
    status: 200,
    rateLimit: 'transfer',
    summary: 'Send an email with example values to the caller',
    body: TemplateChange,
    message: 'Test email sent',
  },
})

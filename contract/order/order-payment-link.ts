import { z } from 'zod'
import { defineApi } from '../lib/call/api.ts'
import { versionField } from '../lib/schemas.ts'

export const PaymentLink = z.object({
  /** The page of the order for its customer. Null if the caller cannot see contacts. */
  url: z.string().nullable(),
  isEmailSent: z.boolean(),
})
export type PaymentLink = z.infer<typeof PaymentLink>

export const orderPaymentLinkApi = defineApi('order', {
  getPageUrl: {
    method: 'GET',
    path: '/order/pageUrl/:id',
    // Everyone with the link can cancel the order.
    can: 'order:write',
    summary:
      'Get the URL of the page of an order for its customer; its summary for printing is at `/invoice`',
    reply: z.object({
      /** Null for drafts, and if the caller cannot see contacts. */
      url: z.string().nullable(),
    }),
  },
  sendPaymentLink: {
    method: 'POST',
    path: '/order/sendPaymentLink/:id',
    can: 'order:write',
    status: 200,
    summary: 'Email the payment link of an unpaid order to its customer; places a draft',
    body: z.object({
      /** Whether the customer gets the link by email; true if omitted. */
      sendEmail: z.boolean().optional(),
      ...versionField,
    }),
    reply: PaymentLink,
    invalidates: ['product', 'customer', 'dashboard'],
  },
})

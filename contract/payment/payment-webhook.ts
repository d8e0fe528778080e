import { z } from 'zod'
import { defineApi } from '../lib/call/api.ts'

/** The calls of payment providers. `id` is the store; the signature or the provider proves the event. */
export const paymentWebhookApi = defineApi('paymentWebhook', {
  stripe: {
    method: 'POST',
    path: '/paymentWebhook/stripe/:id',
    can: 'public',
    summary: 'Receive an event of Stripe about a payment',
    status: 200,
    body: z.unknown(),
  },
  stripePlatform: {
    method: 'POST',
    path: '/paymentWebhook/stripe',
    can: 'public',
    summary: 'Receive an event of Stripe Connect about a payment to a connected account',
    status: 200,
    body: z.unknown(),
  },
  mollie: {
    method: 'POST',
    path: '/paymentWebhook/mollie/:id',
    can: 'public',
    summary: 'Receive an event of Mollie about a payment',
    status: 200,
    body: z.unknown(),
  },
})

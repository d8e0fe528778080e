import type Stripe from 'stripe'
import type { WebhookRequest } from './payment-provider.ts'
import { createWebhookProblem } from './webhook-problem.ts'

const toleranceSeconds = 300

/**
 * Returns the event of a webhook.
 * @throws Problem 400 payment_webhook_invalid if the signature is wrong, old or from the future
 */
export function verifyStripeEvent(
  client: Stripe,
  webhookSecret: string | null | undefined,
  { body, headers }: WebhookRequest,
): Stripe.Event {
  const signature = headers['stripe-signature']
  if (!webhookSecret || typeof signature !== 'string') throw createWebhookProblem()
  try {
    assertNotInFuture(signature)
    return client.webhooks.constructEvent(body, signature, webhookSecret, toleranceSeconds)
  } catch {
    throw createWebhookProblem()
  }
}

/** The library accepts any later time. It signs the time as a number, so it is read as one here too. */
function assertNotInFuture(signature: string): void {
  const latest = Date.now() / 1000 + toleranceSeconds
  const times = signature.split(',').map(part => /^t=(.*)$/.exec(part)?.[1])
  if (times.some(time => time !== undefined && Number.parseInt(time, 10) > latest))
    throw createWebhookProblem()
}

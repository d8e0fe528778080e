import { createHmac, randomBytes } from 'node:crypto'
import type { FakeReply } from './fake-server.ts'

export type StripeSession = {
  id: string
  object: 'checkout.session'
  url: string | null
  status: 'open' | 'complete' | 'expired'
  payment_status: 'paid' | 'unpaid'
  amount_total: number
  currency: string
  payment_intent: string | null
  expires_at: number
  success_url: string
  cancel_url: string
  client_reference_id: string
}
export type StripeIntent = { id: string; object: 'payment_intent'; status: string; amount: number }
export type StripeRefund = {
  id: string
  object: 'refund'
  status: 'pending' | 'succeeded' | 'failed'
  amount: number
  currency: string
  payment_intent: string
  metadata: Record<string, string>
}
export type StripeEndpoint = {
  id: string
  object: 'webhook_endpoint'
  url: string
  status: string
  secret: string
  enabled_events: string[]
}

/** An account at Stripe Connect. */
export type StripeAccount = {
  id: string
  object: 'account'
  charges_enabled: boolean
  metadata: Record<string, string>
}

export const createId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`
export const createError = (status: number, type: string, message: string): FakeReply => ({
  status,
  body: { error: { type, message } },
})

export const toDispute = (session: StripeSession, outcome: 'won' | 'lost' | undefined) => ({
  id: `dp_${session.id}`,
  object: 'dispute',
  payment_intent: session.payment_intent,
  amount: session.amount_total,
  currency: session.currency,
  reason: 'fraudulent',
  status: outcome ?? 'needs_response',
})

/** Signs a body as Stripe does: HMAC-SHA-256 of the time and the body. */
export function signStripeWebhook(body: string, secret: string, atMs = Date.now()) {
  const at = Math.floor(atMs / 1000)
  const signature = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')
  return { 'stripe-signature': `t=${at},v1=${signature}`, 'content-type': 'application/json' }
}

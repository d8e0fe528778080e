import Stripe from 'stripe'
import { stripeWebhookEvents } from '#contract/payment/payment-account.ts'
import { Problem } from '../lib/call/problem.ts'
import type {
  DisputeState,
  PaymentProvider,
  ProviderEvent,
  ProviderRefund,
  ProviderSession,
  RefundRequest,
  SessionRequest,
  SessionState,
  WebhookRequest,
} from './payment-provider.ts'
import { fromProviderAmount, toProviderAmount } from './provider-amount.ts'
import { rejectUnknownPayment } from './reject-unknown-payment.ts'
import {
  createStripeClient,
  isConnectedAccount,
  type StripeApi,
  toStripeLocale,
  verifyConnectedAccount,
} from './stripe-client.ts'
import { convertErrors, toStripeProblem } from './stripe-errors.ts'
import { verifyStripeEvent } from './verify-stripe-event.ts'
import { createWebhookProblem } from './webhook-problem.ts'

/** Payments by the page of Stripe Checkout, with a key of the seller or for a connected account. */
export function createStripeProvider(api: StripeApi): PaymentProvider {
  const { platform } = api
  const getClient = (key: string) => createStripeClient(api, key)
  return {
    verifyKey: async (key, storeId) => {
      if (isConnectedAccount(key)) await convertErrors(verifyConnectedAccount(api, key, storeId))
      await verifyKey(getClient(key))
    },
    isTestKey: key => ((isConnectedAccount(key) && platform?.key) || key).includes('_test_'),
    webhooks: {
      create: (key, url) => createWebhook(getClient(key), url),
      exists: (key, id) => hasWebhook(getClient(key), id),
      delete: async (key, id) => {
        await convertErrors(getClient(key).webhookEndpoints.del(id))
      },
    },
    assertAmount: (amount, currency) => {
      toProviderAmount('stripe', amount, currency)
    },
    createSession: async ({ key }, request) =>
      toSession(
        await convertErrors(
          getClient(key).checkout.sessions.create(buildSession(request), {
            idempotencyKey: request.key,
          }),
        ),
      ),
    loadSession: ({ key }, sessionId) => loadCheckoutSession(getClient(key), sessionId),
    expireSession: ({ key }, sessionId) => expireSession(getClient(key), sessionId),
    createRefund: ({ key }, request) => createRefund(getClient(key), request),
    loadRefund: async ({ key }, { refundId }) =>
      toRefund(await convertErrors(getClient(key).refunds.retrieve(refundId))),
    hasSignedEvents: true,
    parseEvents: (account, request) =>
      isConnectedAccount(account.key)
        ? parseEvents(getClient(account.key), platform?.webhookSecret, request, account.key)
        : parseEvents(getClient(account.key), account.webhookSecret, request),
  }
}

/** The amounts are ours, so Stripe adds no tax, no discounts and converts no currency. */
function buildSession(request: SessionRequest): Stripe.Checkout.SessionCreateParams {
  const { amount, description, email, key } = request
  const currency = request.currency.toUpperCase()
  const metadata = { storewright_session: key }
  return {
    mode: 'payment',
    ui_mode: 'hosted_page',
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: currency.toLowerCase(),
          unit_amount: toProviderAmount('stripe', amount, currency),
          product_data: { name: description },
        },
      },
    ],
    adaptive_pricing: { enabled: false },
    ...(email && { customer_email: email }),
    client_reference_id: key,
    locale: toStripeLocale(request.language),
    success_url: request.successUrl,
    cancel_url: request.cancelUrl,
    expires_at: Math.floor(request.expiresAt.getTime() / 1000),
    metadata,
    payment_intent_data: { description, metadata },
    expand: ['payment_intent'],
  }
}

const loadCheckoutSession = async (client: Stripe, sessionId: string) =>
  toSession(
    await convertErrors(
      client.checkout.sessions.retrieve(sessionId, { expand: ['payment_intent'] }),
    ),
  )

/** A session that was completed or has expired cannot be expired. */
async function expireSession(client: Stripe, sessionId: string): Promise<ProviderSession> {
  try {
    await client.checkout.sessions.expire(sessionId)
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw toStripeProblem(error)
  }
  return loadCheckoutSession(client, sessionId)
}

function toSession(session: Stripe.Checkout.Session): ProviderSession {
  const { id, url, amount_total, currency, payment_intent } = session
  const state = getSessionState(session)
  const code = (currency ?? '').toUpperCase()
  return {
    sessionId: id,
    url: state === 'open' ? url : null,
    state,
    amount: fromProviderAmount('stripe', amount_total ?? 0, code),
    currency: code,
    paymentId: getId(payment_intent),
  }
}

/** A payment that failed after the shopper had finished needs another method of payment. */
function getSessionState(session: Stripe.Checkout.Session): SessionState {
  const { status, payment_status, payment_intent } = session
  if (status === 'open') return 'open'
  if (status === 'expired') return 'expired'
  if (payment_status !== 'unpaid') return 'paid'
  const intentStatus =
    payment_intent && typeof payment_intent === 'object' ? payment_intent.status : ''
  return intentStatus === 'requires_payment_method' || intentStatus === 'canceled'
    ? 'failed'
    : 'processing'
}

const getId = (reference: string | { id: string } | null) =>
  reference && typeof reference === 'object' ? reference.id : reference

/** Stripe keeps idempotency keys for a day, so an earlier attempt is looked up first. */
async function createRefund(
  { refunds }: Stripe,
  { key, paymentId, amount, currency }: RefundRequest,
): Promise<ProviderRefund> {
  const refundList = await convertErrors(
    refunds.list({ payment_intent: paymentId, limit: 100 }),
  ).catch(rejectUnknownPayment)
  const earlierRefund = refundList.data.find(({ metadata }) => metadata?.[refundKey] === key)
  if (earlierRefund) return toRefund(earlierRefund)
  const refund = {
    payment_intent: paymentId,
    amount: toProviderAmount('stripe', amount, currency),
    metadata: { [refundKey]: key },
  }
  return toRefund(await convertErrors(refunds.create(refund, { idempotencyKey: key })))
}
const refundKey = 'storewright_refund'

function toRefund({ id, status, amount, currency, metadata }: Stripe.Refund): ProviderRefund {
  const failed = status === 'failed' || status === 'canceled'
  const openState = failed ? 'failed' : 'pending'
  return {
    refundId: id,
    state: status === 'succeeded' ? 'succeeded' : openState,
    amount: fromProviderAmount('stripe', amount, currency.toUpperCase()),
    key: metadata?.[refundKey] ?? '',
  }
}

/** The events of a platform name the connected account that they are about. */
async function parseEvents(
  client: Stripe,
  webhookSecret: string | null | undefined,
  request: WebhookRequest,
  account?: string,
): Promise<ProviderEvent[]> {
  const event = verifyStripeEvent(client, webhookSecret, request)
  if (account && event.account !== account) throw createWebhookProblem()
  return toEvents(event)
}

function toEvents(event: Stripe.Event): ProviderEvent[] {
  const { id: eventId } = event
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired':
      return [{ eventId, kind: 'session', sessionId: event.data.object.id }]
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed': {
      const { id: refundId, payment_intent } = event.data.object
      const paymentId = getId(payment_intent)
      return paymentId ? [{ eventId, kind: 'refund', refundId, paymentId }] : []
    }
    case 'charge.dispute.created':
      return toDisputeEvents(eventId, event.data.object, 'open')
    case 'charge.dispute.closed':
      // An inquiry that is closed without a dispute costs nothing.
      return toDisputeEvents(
        eventId,
        event.data.object,
        event.data.object.status === 'lost' ? 'lost' : 'won',
      )
    default:
      return []
  }
}

function toDisputeEvents(
  eventId: string,
  { id: disputeId, payment_intent, amount, currency, reason }: Stripe.Dispute,
  state: DisputeState,
): ProviderEvent[] {
  const paymentId = getId(payment_intent)
  const disputed = fromProviderAmount('stripe', amount, currency.toUpperCase())
  return paymentId
    ? [{ eventId, kind: 'dispute', disputeId, paymentId, amount: disputed, reason, state }]
    : []
}

/** Calls everything that needs a permission to read, and names the first that is missing. */
async function verifyKey(client: Stripe): Promise<void> {
  const limit = { limit: 1 }
  const checks: [permission: string, check: () => Promise<unknown>][] = [
    ['Checkout Sessions', () => client.checkout.sessions.list(limit)],
    ['PaymentIntents', () => client.paymentIntents.list(limit)],
    ['Charges and Refunds', () => client.refunds.list(limit)],
  ]
  for (const [permission, check] of checks)
    await check().catch(error => {
      if (error instanceof Stripe.errors.StripePermissionError)
        throw new Problem(422, 'payment_key_permission', { permission })
      throw toStripeProblem(error)
    })
}

async function createWebhook(client: Stripe, url: string) {
  try {
    const { id, secret } = await client.webhookEndpoints.create({
      url,
      enabled_events: [...stripeWebhookEvents],
      description: 'Storewright',
    })
    return secret ? { _id: id, secret } : undefined
  } catch (error) {
    if (
      error instanceof Stripe.errors.StripePermissionError ||
      error instanceof Stripe.errors.StripeInvalidRequestError
    )
      return undefined
    throw toStripeProblem(error)
  }
}

/** A webhook that does not send all events is replaced by a new one. */
async function hasWebhook(client: Stripe, id: string): Promise<boolean> {
  const endpoint = await client.webhookEndpoints.retrieve(id).catch(error => {
    if (isMissing(error) || error instanceof Stripe.errors.StripePermissionError) return undefined
    throw toStripeProblem(error)
  })
  const { status, enabled_events: events = [] } = endpoint ?? {}
  return status === 'enabled' && stripeWebhookEvents.every(event => events.includes(event))
}

const isMissing = (error: unknown) =>
  error instanceof Stripe.errors.StripeError && error.statusCode === 404

import { z } from 'zod'
import { Problem } from '../lib/call/problem.ts'
import type {
  DisputeState,
  PaymentProvider,
  ProviderEvent,
  ProviderRefund,
  ProviderSession,
  SessionRequest,
  SessionState,
} from './payment-provider.ts'
import { fromProviderAmount, getProviderDigits, toProviderAmount } from './provider-amount.ts'
import { rejectUnknownPayment } from './reject-unknown-payment.ts'
import { createWebhookProblem } from './webhook-problem.ts'

const Amount = z.object({ value: z.string(), currency: z.string() })
const MollieRefund = z.object({
  id: z.string(),
  metadata: z.object({ storewright_refund: z.string().optional() }).nullish(),
  status: z.string(),
  amount: Amount,
})
const MollieChargeback = z.object({
  id: z.string(),
  amount: Amount,
  reason: z.object({ code: z.string() }).nullish(),
  reversedAt: z.string().nullish(),
})
const MolliePayment = z.object({
  id: z.string(),
  status: z.string(),
  amount: Amount,
  isCancelable: z.boolean().optional(),
  _links: z.object({ checkout: z.object({ href: z.string() }).optional() }),
  _embedded: z
    .object({
      refunds: z.array(MollieRefund).optional(),
      chargebacks: z.array(MollieChargeback).optional(),
    })
    .optional(),
})
type MolliePayment = z.infer<typeof MolliePayment>

const timeoutMs = 8000
const paymentIdPattern = /^tr_\w{1,60}$/

/** Payments by the page of Mollie. A payment is the session itself. */
export function createMollieProvider(apiUrl: string): PaymentProvider {
  const request = (key: string, path: string, options?: RequestOptions) =>
    sendRequest(apiUrl, key, path, options)
  const loadPayment = async (key: string, id: string, query = '') =>
    MolliePayment.parse(await request(key, `payments/${encodeURIComponent(id)}${query}`))
  return {
    verifyKey: async key => {
      await request(key, 'payments?limit=1')
    },
    assertAmount: (amount, currency) => {
      toMollieAmount(amount, currency)
    },
    isTestKey: key => key.startsWith('test_'),
    createSession: async ({ key }, session) =>
      toSession(
        MolliePayment.parse(
          await request(key, 'payments', {
            method: 'POST',
            key: session.key,
            body: buildPayment(session),
          }),
        ),
      ),
    loadSession: async ({ key }, sessionId) => toSession(await loadPayment(key, sessionId)),
    expireSession: async ({ key }, sessionId) => {
      const payment = await loadPayment(key, sessionId)
      if (payment.status !== 'open' || !payment.isCancelable) return toSession(payment)
      const path = `payments/${encodeURIComponent(sessionId)}`
      await request(key, path, { method: 'DELETE' }).catch(ignoreRejection)
      return toSession(await loadPayment(key, sessionId))
    },
    // Mollie keeps idempotency keys for an hour, so an earlier attempt is looked up first.
    createRefund: async ({ key: apiKey }, { key, paymentId, amount, currency }) => {
      const payment = await loadPayment(apiKey, paymentId, '?embed=refunds').catch(
        rejectUnknownPayment,
      )
      const earlier = findRefundByKey(payment, key)
      if (earlier) return toRefund(earlier)
      return toRefund(
        await request(apiKey, `payments/${encodeURIComponent(paymentId)}/refunds`, {
          method: 'POST',
          key,
          body: { amount: toMollieAmount(amount, currency), metadata: { storewright_refund: key } },
        }),
      )
    },
    loadRefund: async ({ key }, { refundId, paymentId }) => {
      const path = `payments/${encodeURIComponent(paymentId)}/refunds/${encodeURIComponent(refundId)}`
      return toRefund(await request(key, path))
    },
    hasSignedEvents: false,
    parseEvents: async ({ key }, { body }) => {
      const id = readPaymentId(body)
      return toEvents(
        await loadPayment(key, id, '?embed=refunds,chargebacks').catch(error => {
          throw isRefusal(error) ? createWebhookProblem() : error
        }),
      )
    },
  }
}

const findRefundByKey = ({ _embedded }: MolliePayment, key: string) =>
  _embedded?.refunds?.find(({ metadata }) => metadata?.storewright_refund === key)

function readPaymentId(body: Buffer): string {
  const id = new URLSearchParams(body.toString('utf8')).get('id') ?? ''
  if (!paymentIdPattern.test(id)) throw createWebhookProblem()
  return id
}

const isRefusal = (error: unknown) => error instanceof Problem && error.status === 422
/** The payment changed at the same time. */
const ignoreRejection = (error: unknown) => {
  if (!isRefusal(error)) throw error
}

const buildPayment = (session: SessionRequest) => ({
  amount: toMollieAmount(session.amount, session.currency),
  description: session.description,
  redirectUrl: session.successUrl,
  cancelUrl: session.cancelUrl,
  webhookUrl: session.webhookUrl,
  locale: mollieLocales[session.language] ?? 'en_US',
  metadata: { storewright_session: session.key },
})

/** The page of Mollie has no Arabic and no Portuguese of Brazil. */
const mollieLocales: Record<string, string> = {
  de: 'de_DE',
  fr: 'fr_FR',
  es: 'es_ES',
  pt: 'pt_PT',
}

function toMollieAmount(amount: number, currency: string) {
  const digits = getProviderDigits('mollie', currency)
  const units = toProviderAmount('mollie', amount, currency)
  return { currency, value: (units / 10 ** digits).toFixed(digits) }
}

function fromMollieAmount({ value, currency }: z.infer<typeof Amount>): number {
  const units = Math.round(Math.abs(Number(value)) * 10 ** getProviderDigits('mollie', currency))
  return fromProviderAmount('mollie', units, currency)
}

const sessionStates: Record<string, SessionState> = {
  open: 'open',
  pending: 'processing',
  authorized: 'processing',
  paid: 'paid',
  failed: 'failed',
  canceled: 'expired',
  expired: 'expired',
}

function toSession({ id, status, amount, _links }: MolliePayment): ProviderSession {
  const state = sessionStates[status] ?? 'processing'
  return {
    sessionId: id,
    url: state === 'open' ? (_links.checkout?.href ?? null) : null,
    state,
    amount: fromMollieAmount(amount),
    currency: amount.currency,
    paymentId: id,
  }
}

const refundStates: Record<string, ProviderRefund['state']> = {
  refunded: 'succeeded',
  failed: 'failed',
  canceled: 'failed',
}

function toRefund(reply: unknown): ProviderRefund {
  const { id, status, amount, metadata } = MollieRefund.parse(reply)
  return {
    refundId: id,
    state: refundStates[status] ?? 'pending',
    amount: fromMollieAmount(amount),
    key: metadata?.storewright_refund ?? '',
  }
}

/**
 * A webhook of Mollie reports only that a payment changed. The events have ids made of the states,
 * so that a repeated webhook has the same ones.
 */
function toEvents({ id, status, _embedded }: MolliePayment): ProviderEvent[] {
  const { refunds = [], chargebacks = [] } = _embedded ?? {}
  return [
    { eventId: `${id} ${status}`, kind: 'session', sessionId: id },
    ...refunds.map(
      (refund): ProviderEvent => ({
        eventId: `${refund.id} ${refund.status}`,
        kind: 'refund',
        refundId: refund.id,
        paymentId: id,
      }),
    ),
    ...chargebacks.flatMap(chargeback => toDisputeEvents(id, chargeback)),
  ]
}

/** The bank can reverse a chargeback. Mollie does not report that a store has lost one. */
function toDisputeEvents(
  paymentId: string,
  { id, amount, reason, reversedAt }: z.infer<typeof MollieChargeback>,
): ProviderEvent[] {
  const states: DisputeState[] = reversedAt ? ['open', 'won'] : ['open']
  return states.map(state => ({
    eventId: `${id} ${state}`,
    kind: 'dispute',
    disputeId: id,
    paymentId,
    amount: fromMollieAmount(amount),
    reason: reason?.code ?? '',
    state,
  }))
}

type RequestOptions = { method?: 'POST' | 'DELETE'; key?: string; body?: object }

async function sendRequest(
  apiUrl: string,
  apiKey: string,
  path: string,
  { method, key, body }: RequestOptions = {},
): Promise<unknown> {
  const createUnreachableProblem = () =>
    new Problem(503, 'payment_provider_unreachable', { provider: 'Mollie' })
  const reply = await fetch(`${apiUrl}/v2/${path}`, {
    ...(method && { method }),
    headers: {
      authorization: `Bearer ${apiKey}`,
      'user-agent': 'Storewright',
      ...(key && { 'idempotency-key': key }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch(() => {
    throw createUnreachableProblem()
  })
  const text = await reply.text().catch(() => {
    throw createUnreachableProblem()
  })
  if (reply.status === 401 || reply.status === 403) throw new Problem(422, 'payment_key_rejected')
  if (reply.status === 429 || reply.status >= 500) throw createUnreachableProblem()
  if (!reply.ok) {
    const problem = new Problem(422, 'payment_provider_rejected', { provider: 'Mollie' })
    throw Object.assign(problem, { cause: text.slice(0, 500) })
  }
  return text ? JSON.parse(text) : undefined
}

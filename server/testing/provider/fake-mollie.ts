import { randomBytes } from 'node:crypto'
import {
  type FakeClock,
  type FakeHandler,
  type FakeReply,
  type FakeRequest,
  type FakeWebhook,
  IdempotentReplies,
  renderPaymentPage,
  sendWebhook,
} from './fake-server.ts'

type MollieAmount = { value: string; currency: string }
type RefundRow = {
  id: string
  status: 'queued' | 'refunded' | 'failed'
  amount: MollieAmount
  metadata: Record<string, string>
}
type FakePayment = {
  id: string
  status: 'open' | 'pending' | 'paid' | 'failed' | 'canceled' | 'expired'
  amount: MollieAmount
  isCancelable: boolean
  createdAtMs: number
  redirectUrl: string
  cancelUrl: string
  webhookUrl: string
  refunds: RefundRow[]
  chargebacks: {
    id: string
    amount: MollieAmount
    reason: { code: string }
    reversedAt: string | null
  }[]
}

const createId = (prefix: string) => `${prefix}_${randomBytes(8).toString('hex')}`
const createError = (status: number, detail: string): FakeReply => ({
  status,
  body: { status, title: 'Error', detail },
})
/** Cards and most other methods of Mollie expire after 15 minutes. */
const lifetimeMs = 15 * 60_000

/** Keeps payments and refunds as Mollie does, and answers the calls that Storewright makes. */
export class FakeMollie implements FakeHandler {
  readonly prefixes = ['/v2/', '/mollie/']
  readonly failureReplies = {
    'error-500': createError(500, 'Internal server error'),
    'rate-limited': createError(429, 'Too many requests'),
    'unknown-key': createError(401, 'Missing or invalid API key'),
    'no-permission': createError(403, 'The key lacks a permission'),
    'not-found': createError(404, 'No payment exists with this ID'),
  }
  readonly keys = new Set(['test_fake'])
  readonly payments = new Map<string, FakePayment>()
  /** Whether open payments can be canceled, which depends on the method of payment. */
  isCancelable = true
  refundState: RefundRow['status'] = 'queued'
  /** Set once the server listens. */
  url = ''
  readonly #clock: FakeClock
  readonly #idempotent = new IdempotentReplies()

  constructor(clock: FakeClock) {
    this.#clock = clock
  }

  handle = (request: FakeRequest): FakeReply | Promise<FakeReply> => {
    if (request.path.startsWith('/mollie/')) return this.#servePage(request)
    const key = (request.headers.authorization ?? '').replace('Bearer ', '')
    if (!this.keys.has(key)) return this.failureReplies['unknown-key']
    const idempotencyKey = request.headers['idempotency-key']?.toString()
    return this.#idempotent.run(
      request.method === 'POST' ? idempotencyKey : undefined,
      request,
      () => this.#handleCall(request),
      createError(422, 'The key was used with another request'),
    )
  }

  #handleCall({ method, path, body }: FakeRequest): FakeReply {
    const [resource, id = '', part, refundId] = path.replace('/v2/', '').split('/')
    if (resource !== 'payments') return createError(404, 'No such resource')
    if (!id) {
      if (method === 'POST') return this.#createPayment(JSON.parse(body))
      return { status: 200, body: { count: 0, _embedded: { payments: [] } } }
    }
    this.#expireDuePayments()
    const payment = this.payments.get(id)
    if (!payment) return createError(404, `No payment exists with token ${id}`)
    if (part === 'refunds' && method === 'POST')
      return this.#createRefund(payment, JSON.parse(body))
    if (part === 'refunds') {
      const refund = payment.refunds.find(row => row.id === refundId)
      return refund ? { status: 200, body: refund } : createError(404, 'No such refund')
    }
    if (method !== 'DELETE') return { status: 200, body: this.#toBody(payment) }
    if (payment.status !== 'open' || !this.isCancelable)
      return createError(422, 'The payment cannot be canceled')
    payment.status = 'canceled'
    return { status: 200, body: this.#toBody(payment) }
  }

  #createPayment(fields: {
    amount: MollieAmount
    redirectUrl: string
    cancelUrl: string
    webhookUrl: string
  }): FakeReply {
    const { amount, redirectUrl, cancelUrl, webhookUrl } = fields
    if (!/^\d+(\.\d\d)?$/.test(amount.value) || Number(amount.value) <= 0)
      return createError(422, 'The amount contains an invalid value')
    const payment: FakePayment = {
      id: createId('tr'),
      status: 'open',
      amount,
      isCancelable: this.isCancelable,
      createdAtMs: this.#clock.now(),
      redirectUrl,
      cancelUrl,
      webhookUrl,
      refunds: [],
      chargebacks: [],
    }
    this.payments.set(payment.id, payment)
    return { status: 201, body: this.#toBody(payment) }
  }

  #createRefund(
    payment: FakePayment,
    { amount, metadata }: { amount: MollieAmount; metadata: Record<string, string> },
  ): FakeReply {
    const refunded = payment.refunds
      .filter(({ status }) => status !== 'failed')
      .reduce((sum, refund) => sum + Number(refund.amount.value), 0)
    if (payment.status !== 'paid' || refunded + Number(amount.value) > Number(payment.amount.value))
      return createError(422, 'The amount is higher than the remaining amount')
    const refund: RefundRow = { id: createId('re'), status: this.refundState, amount, metadata }
    payment.refunds.push(refund)
    return { status: 201, body: refund }
  }

  #toBody({ refunds, chargebacks, ...payment }: FakePayment) {
    return {
      ...payment,
      isCancelable: this.isCancelable,
      _links: {
        ...(payment.status === 'open' && {
          checkout: { href: `${this.url}/mollie/${payment.id}` },
        }),
      },
      _embedded: { refunds, chargebacks },
    }
  }

  #expireDuePayments() {
    for (const payment of this.payments.values())
      if (payment.status === 'open' && payment.createdAtMs + lifetimeMs <= this.#clock.now())
        payment.status = 'expired'
  }

  #getPayment(id: string): FakePayment {
    const payment = this.payments.get(id)
    if (!payment) throw new Error(`The fake has no payment ${id}.`)
    return payment
  }

  #notify = ({ id, webhookUrl }: FakePayment): FakeWebhook[] => [
    {
      url: webhookUrl,
      body: `id=${id}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    },
  ]

  /** Sets the state of a payment, such as by a shopper who pays or cancels. */
  setStatus(id: string, status: FakePayment['status']): FakeWebhook[] {
    const payment = this.#getPayment(id)
    payment.status = status
    return this.#notify(payment)
  }

  finishRefund(paymentId: string, refundId: string, status: 'refunded' | 'failed'): FakeWebhook[] {
    const payment = this.#getPayment(paymentId)
    const refund = payment.refunds.find(({ id }) => id === refundId)
    if (!refund) throw new Error(`The fake has no refund ${refundId}.`)
    refund.status = status
    return this.#notify(payment)
  }

  chargeBack(paymentId: string): FakeWebhook[] {
    const payment = this.#getPayment(paymentId)
    const { amount } = payment
    const chargeback = { id: createId('chb'), amount, reason: { code: 'AC01' }, reversedAt: null }
    payment.chargebacks.push(chargeback)
    return this.#notify(payment)
  }

  /** The bank reverses the chargebacks of a payment. */
  reverseChargebacks(paymentId: string): FakeWebhook[] {
    const payment = this.#getPayment(paymentId)
    for (const chargeback of payment.chargebacks) chargeback.reversedAt = new Date(0).toISOString()
    return this.#notify(payment)
  }

  /** The payment page: its buttons pay or cancel, send the webhook and redirect. */
  async #servePage({ method, path, body }: FakeRequest): Promise<FakeReply> {
    const payment = this.payments.get(path.replace('/mollie/', ''))
    if (!payment) return { status: 404, html: 'Not found' }
    const { value, currency } = payment.amount
    if (method !== 'POST')
      return { status: 200, html: renderPaymentPage('Fake Mollie', `${value} ${currency}`) }
    const isPaying = new URLSearchParams(body).get('action') === 'pay'
    if (payment.status === 'open')
      for (const webhook of this.setStatus(payment.id, isPaying ? 'paid' : 'canceled'))
        await sendWebhook(webhook).catch(() => undefined)
    return { status: 303, location: isPaying ? payment.redirectUrl : payment.cancelUrl }
  }
}

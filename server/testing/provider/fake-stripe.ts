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
import {
  createError,
  createId,
  type StripeAccount,
  type StripeEndpoint,
  type StripeIntent,
  type StripeRefund,
  type StripeSession,
  signStripeWebhook,
  toDispute,
} from './fake-stripe-records.ts'

/**
 * Keeps sessions, payments, refunds and webhooks as Stripe does, and answers the calls that
 * Storewright makes. Each control returns the webhooks that Stripe would send.
 */
export class FakeStripe implements FakeHandler {
  readonly prefixes = ['/v1/', '/stripe/']
  readonly failureReplies = {
    'error-500': createError(500, 'api_error', 'Something went wrong'),
    'rate-limited': createError(429, 'rate_limit_error', 'Too many requests'),
    'unknown-key': createError(401, 'invalid_request_error', 'Invalid API Key provided'),
    'no-permission': createError(403, 'invalid_request_error', 'The key lacks a permission'),
    'not-found': createError(404, 'invalid_request_error', 'No such payment_intent'),
  }
  /** Keys that the fake knows. */
  readonly keys = new Set(['rk_test_fake', 'sk_test_fake'])
  readonly sessions = new Map<string, StripeSession>()
  readonly intents = new Map<string, StripeIntent>()
  readonly refunds = new Map<string, StripeRefund>()
  readonly endpoints = new Map<string, StripeEndpoint>()
  /** The accounts of sellers at the platform of `platformKey`. */
  readonly accounts = new Map<string, StripeAccount>()
  readonly platformKey = 'sk_test_platform'
  platformEndpoint: { url: string; secret: string } | undefined
  /** The accounts of sessions, payments and refunds that the platform created. */
  readonly #owners = new Map<string, string>()
  /** The state of new refunds. */
  refundState: StripeRefund['status'] = 'succeeded'
  /** Set once the server listens. */
  url = ''
  /** Signs webhooks if no endpoint was created by a call. */
  pastedEndpoint: { url: string; secret: string } | undefined
  readonly #clock: FakeClock
  readonly #idempotent = new IdempotentReplies()

  constructor(clock: FakeClock) {
    this.#clock = clock
  }

  handle = (request: FakeRequest): FakeReply | Promise<FakeReply> => {
    if (request.path.startsWith('/stripe/')) return this.#servePage(request)
    const key = (request.headers.authorization ?? '').replace('Bearer ', '')
    if (!this.keys.has(key) && key !== this.platformKey) return this.failureReplies['unknown-key']
    if (request.method !== 'POST') return this.#handleCall(request)
    const idempotencyKey = request.headers['idempotency-key']?.toString()
    return this.#idempotent.run(
      idempotencyKey,
      request,
      () => this.#handleCall(request),
      createError(400, 'idempotency_error', 'The key was used with other parameters'),
    )
  }

  #handleCall({ method, path, body, headers }: FakeRequest): FakeReply {
    const owner = headers['stripe-account']?.toString()
    if (owner && !this.accounts.has(owner)) return this.failureReplies['no-permission']
    const [resource = '', id, action] = path
      .replace('/v1/', '')
      .replace('checkout/sessions', 'sessions')
      .split('/')
    const fields = new URLSearchParams(body)
    if (method === 'POST' && !id) return this.#create(resource, fields, owner)
    const records: Record<string, Map<string, object>> = {
      sessions: this.sessions,
      payment_intents: this.intents,
      refunds: this.refunds,
      webhook_endpoints: this.endpoints,
      accounts: this.accounts,
    }
    const rows = records[resource]
    if (!rows) return createError(404, 'invalid_request_error', `Unrecognized request URL ${path}`)
    if (!id) return { status: 200, body: { object: 'list', data: [...rows.values()] } }
    this.#expireDueSessions()
    const record = this.#owners.get(id) === owner ? rows.get(id) : undefined
    if (!record) return createError(404, 'invalid_request_error', `No such ${resource}: ${id}`)
    if (method === 'DELETE') {
      rows.delete(id)
      return { status: 200, body: { id, deleted: true } }
    }
    if (action === 'expire') return this.#expireByCall(id)
    return { status: 200, body: resource === 'sessions' ? this.#expand(id) : record }
  }

  #create(resource: string, fields: URLSearchParams, owner: string | undefined): FakeReply {
    if (resource === 'sessions') return this.#createSession(fields, owner)
    if (resource === 'refunds') return this.#createRefund(fields, owner)
    const url = fields.get('url') ?? ''
    if (!url.startsWith('https://'))
      return createError(400, 'invalid_request_error', 'Invalid URL: must be https')
    const endpoint: StripeEndpoint = {
      id: createId('we'),
      object: 'webhook_endpoint',
      url,
      status: 'enabled',
      secret: createId('whsec'),
      enabled_events: [...fields]
        .filter(([name]) => name.startsWith('enabled_events'))
        .map(([, value]) => value),
    }
    this.endpoints.set(endpoint.id, endpoint)
    return { status: 200, body: endpoint }
  }

  #createSession(fields: URLSearchParams, owner: string | undefined): FakeReply {
    const seconds = Math.floor(this.#clock.now() / 1000)
    const expiresAt = Number(fields.get('expires_at'))
    const amount = Number(fields.get('line_items[0][price_data][unit_amount]'))
    const currency = fields.get('line_items[0][price_data][currency]') ?? ''
    // The second between the two clocks is not counted.
    if (expiresAt < seconds + 30 * 60 - 1 || expiresAt > seconds + 24 * 3600)
      return createError(
        400,
        'invalid_request_error',
        '`expires_at` must be 30 minutes to 24 hours',
      )
    if (!Number.isInteger(amount) || amount < 1 || fields.get('ui_mode') !== 'hosted_page')
      return createError(400, 'invalid_request_error', 'Invalid parameters')
    const id = this.#createOwnedId('cs_test', owner)
    this.sessions.set(id, {
      id,
      object: 'checkout.session',
      url: `${this.url}/stripe/${id}`,
      status: 'open',
      payment_status: 'unpaid',
      amount_total: amount,
      currency,
      payment_intent: null,
      expires_at: expiresAt,
      success_url: fields.get('success_url') ?? '',
      cancel_url: fields.get('cancel_url') ?? '',
      client_reference_id: fields.get('client_reference_id') ?? '',
    })
    return { status: 200, body: this.#expand(id) }
  }

  #createRefund(fields: URLSearchParams, owner: string | undefined): FakeReply {
    const intent = this.intents.get(fields.get('payment_intent') ?? '')
    const amount = Number(fields.get('amount'))
    const session = [...this.sessions.values()].find(
      ({ payment_intent }) => payment_intent === intent?.id,
    )
    if (!intent || !session || session.payment_status !== 'paid')
      return createError(400, 'invalid_request_error', 'This payment cannot be refunded')
    if (this.getRefundedAmount(intent.id) + amount > intent.amount)
      return createError(400, 'invalid_request_error', 'Refund amount is greater than the charge')
    const refund: StripeRefund = {
      id: this.#createOwnedId('re', owner),
      object: 'refund',
      status: this.refundState,
      amount,
      currency: session.currency,
      payment_intent: intent.id,
      metadata: { storewright_refund: fields.get('metadata[storewright_refund]') ?? '' },
    }
    this.refunds.set(refund.id, refund)
    return { status: 200, body: refund }
  }

  #createOwnedId(prefix: string, owner: string | undefined): string {
    const id = createId(prefix)
    if (owner) this.#owners.set(id, owner)
    return id
  }

  /** The amount of a payment that was or is being returned. */
  getRefundedAmount = (intentId: string) =>
    [...this.refunds.values()]
      .filter(refund => refund.payment_intent === intentId && refund.status !== 'failed')
      .reduce((sum, { amount }) => sum + amount, 0)

  #expand(id: string) {
    const session = this.#getSession(id)
    const intent = session.payment_intent && this.intents.get(session.payment_intent)
    return { ...session, payment_intent: intent || null }
  }

  #expireDueSessions() {
    for (const session of this.sessions.values())
      if (session.status === 'open' && session.expires_at * 1000 <= this.#clock.now())
        session.status = 'expired'
  }

  #expireByCall(id: string): FakeReply {
    const session = this.#getSession(id)
    if (session.status !== 'open')
      return createError(400, 'invalid_request_error', `The session is ${session.status}`)
    session.status = 'expired'
    return { status: 200, body: this.#expand(id) }
  }

  #getSession(id: string): StripeSession {
    const session = this.sessions.get(id)
    if (!session) throw new Error(`The fake has no session ${id}.`)
    return session
  }

  /** Returns the events as signed requests, one for each endpoint. */
  #notify(type: string, object: { payment_intent: string | null }): FakeWebhook[] {
    const account = this.#owners.get(object.payment_intent ?? '')
    const event = {
      ...(account && { account }),
      id: createId('evt'),
      object: 'event',
      type,
      created: Math.floor(this.#clock.now() / 1000),
      data: { object },
    }
    const body = JSON.stringify(event)
    const pasted = account ? this.platformEndpoint : this.pastedEndpoint
    const targets = [...(account ? [] : this.endpoints.values()), ...(pasted ? [pasted] : [])]
    return targets.map(({ url, secret }) => ({
      url,
      body,
      headers: signStripeWebhook(body, secret),
    }))
  }

  /** The shopper pays. A bank debit is `isPending` until `finishDebit`. */
  pay(sessionId: string, { isPending = false } = {}): FakeWebhook[] {
    this.#expireDueSessions()
    const session = this.#getSession(sessionId)
    if (session.status !== 'open') throw new Error(`The session is ${session.status}.`)
    const intent: StripeIntent = {
      id: this.#createOwnedId('pi', this.#owners.get(sessionId)),
      object: 'payment_intent',
      status: isPending ? 'processing' : 'succeeded',
      amount: session.amount_total,
    }
    this.intents.set(intent.id, intent)
    session.payment_intent = intent.id
    session.status = 'complete'
    session.payment_status = isPending ? 'unpaid' : 'paid'
    return this.#notify('checkout.session.completed', session)
  }

  finishDebit(sessionId: string, outcome: 'succeeded' | 'failed'): FakeWebhook[] {
    const session = this.#getSession(sessionId)
    const intent = this.intents.get(session.payment_intent ?? '')
    if (!intent) throw new Error('The session has no payment.')
    intent.status = outcome === 'succeeded' ? 'succeeded' : 'requires_payment_method'
    if (outcome === 'succeeded') session.payment_status = 'paid'
    return this.#notify(`checkout.session.async_payment_${outcome}`, session)
  }

  expire(sessionId: string): FakeWebhook[] {
    const session = this.#getSession(sessionId)
    session.status = 'expired'
    return this.#notify('checkout.session.expired', session)
  }

  finishRefund(refundId: string, status: 'succeeded' | 'failed'): FakeWebhook[] {
    const refund = this.refunds.get(refundId)
    if (!refund) throw new Error(`The fake has no refund ${refundId}.`)
    refund.status = status
    return this.#notify(status === 'failed' ? 'refund.failed' : 'refund.updated', refund)
  }

  /** The shopper disputes a payment at the bank, or the bank decides. */
  dispute(sessionId: string, outcome?: 'won' | 'lost'): FakeWebhook[] {
    const dispute = toDispute(this.#getSession(sessionId), outcome)
    return this.#notify(outcome ? 'charge.dispute.closed' : 'charge.dispute.created', dispute)
  }

  /** The payment page: its buttons pay or cancel, send the webhooks and redirect. */
  async #servePage({ method, path, body }: FakeRequest): Promise<FakeReply> {
    const id = path.replace('/stripe/', '')
    const session = this.sessions.get(id)
    if (!session) return { status: 404, html: 'Not found' }
    if (method !== 'POST') {
      const amount = `${session.amount_total} ${session.currency}`
      return { status: 200, html: renderPaymentPage('Fake Stripe', amount) }
    }
    const isPaying = new URLSearchParams(body).get('action') === 'pay'
    if (isPaying && session.status === 'open')
      for (const webhook of this.pay(id)) await sendWebhook(webhook).catch(() => undefined)
    return { status: 303, location: isPaying ? session.success_url : session.cancel_url }
  }
}

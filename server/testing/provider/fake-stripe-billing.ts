import {
  type BillingInvoice,
  type BillingPrice,
  type BillingSchedule,
  type BillingSession,
  type BillingSubscription,
  createBillingSession,
  createSubscription,
} from './fake-billing-records.ts'
import type { FakeClock, FakeHandler, FakeReply, FakeRequest, FakeWebhook } from './fake-server.ts'
import { createError, createId, signStripeWebhook } from './fake-stripe-records.ts'

type Call = { method: string; path: string; query: URLSearchParams; fields: URLSearchParams }

const monthSeconds = 30 * 86_400
const ok = (body: unknown): FakeReply => ({ status: 200, body })
const missing = (path: string) => createError(404, 'invalid_request_error', `No such ${path}`)
const find = (records: ReadonlyMap<string, unknown>, id = '') =>
  records.has(id) ? ok(records.get(id)) : missing(id)

/** Keeps customers, subscriptions, schedules and invoices as Stripe Billing does. */
export class FakeStripeBilling implements FakeHandler {
  readonly prefixes = ['/v1/']
  readonly failureReplies = { 'error-500': createError(500, 'api_error', 'Something went wrong') }
  readonly key = 'sk_test_billing'
  readonly prices = new Map<string, BillingPrice>()
  readonly customers = new Map<string, { id: string; email: string }>()
  readonly sessions = new Map<string, BillingSession>()
  readonly subscriptions = new Map<string, BillingSubscription>()
  readonly schedules = new Map<string, BillingSchedule>()
  readonly invoices: BillingInvoice[] = []
  endpoint = { url: '', secret: '' }
  url = ''
  /** Whether the next change at once is declined. */
  declinesPayment = false
  readonly #clock: FakeClock
  #invoiceCount = 0

  constructor(clock: FakeClock) {
    this.#clock = clock
  }

  handle = ({ method, path, query, headers, body }: FakeRequest): FakeReply => {
    if (headers.authorization !== `Bearer ${this.key}`)
      return createError(401, 'invalid_request_error', 'Invalid API Key provided')
    const call = { method, path, query, fields: new URLSearchParams(body) }
    const [resource, id, action] = path
      .replace('/v1/', '')
      .replace('checkout/sessions', 'sessions')
      .replace('billing_portal/sessions', 'portal')
      .split('/')
    switch (resource) {
      case 'prices':
        return find(this.prices, id)
      case 'customers':
        return this.#handleCustomer(call, id)
      case 'portal':
        return ok({ url: `${this.url}/stripe/portal` })
      case 'invoices':
        return ok({ data: this.#listInvoices(query.get('customer')).toReversed() })
      case 'sessions':
        return id ? this.#expireSession(id, action) : this.#createSession(call.fields)
      case 'subscriptions':
        return this.#handleSubscription(call, id)
      case 'subscription_schedules':
        return this.#handleSchedule(call, id, action)
      default:
        return missing(path)
    }
  }

  #listInvoices = (customer: string | null) =>
    this.invoices.filter(invoice => invoice.customer === customer)

  #now = () => Math.floor(this.#clock.now() / 1000)

  addPrice(id: string, amount: number, interval: string) {
    const recurring = { interval }
    this.prices.set(id, { id, object: 'price', unit_amount: amount, currency: 'usd', recurring })
  }

  #handleCustomer({ method, fields }: Call, id: string | undefined): FakeReply {
    if (method === 'DELETE') {
      this.customers.delete(id ?? '')
      for (const subscription of this.subscriptions.values())
        if (subscription.customer === id) subscription.status = 'canceled'
      return ok({ id, deleted: true })
    }
    if (method === 'GET') return find(this.customers, id)
    const customer = { id: createId('cus'), email: fields.get('email') ?? '' }
    this.customers.set(customer.id, customer)
    return ok(customer)
  }

  #expireSession(id: string, action: string | undefined): FakeReply {
    const session = this.sessions.get(id)
    if (!session || action !== 'expire') return missing(id)
    if (session.status !== 'open')
      return createError(400, 'invalid_request_error', `The session is ${session.status}`)
    session.status = 'expired'
    return ok(session)
  }

  #createSession(fields: URLSearchParams): FakeReply {
    const customer = fields.get('customer') ?? ''
    const price = fields.get('line_items[0][price]') ?? ''
    if (
      fields.get('mode') !== 'subscription' ||
      !this.customers.has(customer) ||
      !this.prices.has(price)
    )
      return createError(400, 'invalid_request_error', 'Invalid parameters')
    const session = createBillingSession(this.url, fields)
    this.sessions.set(session.id, session)
    return ok(session)
  }

  #handleSubscription({ method, query, fields }: Call, id: string | undefined): FakeReply {
    if (!id) {
      const own = [...this.subscriptions.values()].filter(
        ({ customer }) => customer === query.get('customer'),
      )
      return ok({ object: 'list', data: own.map(each => this.#expand(each)) })
    }
    const subscription = this.subscriptions.get(id)
    if (!subscription) return missing(id)
    if (method !== 'POST') return ok(this.#expand(subscription))
    const price = fields.get('items[0][price]')
    if (price && this.declinesPayment)
      return createError(402, 'card_error', 'Your card was declined.')
    if (price && price !== subscription.price)
      this.#changePrice(subscription, price, fields.get('proration_behavior'))
    const cancels = fields.get('cancel_at_period_end')
    if (cancels !== null) subscription.cancel_at_period_end = cancels === 'true'
    if (fields.get('cancel_at') === '') delete subscription.cancel_at
    return ok(this.#expand(subscription))
  }

  /** With `always_invoice`, an invoice charges the new price less the unused part of the old one. */
  #changePrice(subscription: BillingSubscription, price: string, proration: string | null) {
    const now = this.#now()
    const { periodStart, periodEnd } = subscription
    const unusedPart = (periodEnd - now) / (periodEnd - periodStart)
    const credit = this.#getAmount(subscription.price) * unusedPart
    const keepsPeriod = this.#getPeriod(price) === this.#getPeriod(subscription.price)
    subscription.price = price
    if (!keepsPeriod) {
      subscription.periodStart = now
      subscription.periodEnd = now + this.#getPeriod(price)
    }
    if (proration !== 'always_invoice') return
    const charge = this.#getAmount(price) * (keepsPeriod ? unusedPart : 1)
    this.#addInvoice(subscription, 'paid', Math.round(charge - credit))
  }

  #getAmount = (price: string) => this.prices.get(price)?.unit_amount ?? 0

  #expand(subscription: BillingSubscription) {
    const { price, periodEnd, periodStart, schedule, ...fields } = subscription
    const stored = this.schedules.get(schedule ?? '')
    return {
      cancel_at: null,
      ...fields,
      schedule: stored
        ? { ...stored, current_phase: { start_date: periodStart, end_date: periodEnd } }
        : null,
      latest_invoice: this.#listInvoices(subscription.customer).at(-1) ?? null,
      items: {
        object: 'list',
        data: [{ id: `si_${fields.id}`, price: { id: price }, current_period_end: periodEnd }],
      },
    }
  }

  #handleSchedule({ fields }: Call, id: string | undefined, action: string | undefined): FakeReply {
    if (!id) return this.#createSchedule(fields.get('from_subscription') ?? '')
    const schedule = this.schedules.get(id)
    const subscription = this.subscriptions.get(schedule?.subscription ?? '')
    if (!schedule || !subscription) return missing(id)
    if (action === 'release') {
      this.schedules.delete(id)
      subscription.schedule = null
      return ok(schedule)
    }
    const { periodStart, periodEnd } = subscription
    if (fields.get('phases[0][end_date]') !== String(periodEnd))
      return createError(400, 'invalid_request_error', 'The first phase must end with the period')
    const price = fields.get('phases[1][items][0][price]') ?? ''
    schedule.phases = [
      { start_date: periodStart, end_date: periodEnd, items: [{ price: subscription.price }] },
      { start_date: periodEnd, end_date: periodEnd + monthSeconds, items: [{ price }] },
    ]
    return ok(schedule)
  }

  #createSchedule(subscriptionId: string): FakeReply {
    const subscription = this.subscriptions.get(subscriptionId)
    if (!subscription) return missing(subscriptionId)
    if (subscription.schedule)
      return createError(400, 'invalid_request_error', 'The subscription has a schedule')
    const { periodStart, periodEnd, price } = subscription
    const schedule = {
      id: createId('sub_sched'),
      subscription: subscriptionId,
      phases: [{ start_date: periodStart, end_date: periodEnd, items: [{ price }] }],
    }
    this.schedules.set(schedule.id, schedule)
    subscription.schedule = schedule.id
    return ok(schedule)
  }

  #addInvoice(
    { customer, price }: BillingSubscription,
    status: string,
    total = this.#getAmount(price),
  ) {
    this.#invoiceCount += 1
    const invoice: BillingInvoice = {
      id: createId('in'),
      object: 'invoice',
      customer,
      number: `SW-${String(this.#invoiceCount).padStart(4, '0')}`,
      created: this.#now(),
      total,
      currency: 'usd',
      status,
      hosted_invoice_url: `${this.url}/stripe/invoice`,
    }
    this.invoices.push(invoice)
    return invoice
  }

  /** The seller pays on the page of a session. */
  pay(sessionId: string): FakeWebhook[] {
    const session = this.sessions.get(sessionId)
    if (session?.status !== 'open') throw new Error(`The session ${sessionId} is not open.`)
    session.status = 'complete'
    const subscription = createSubscription(session, this.#now(), this.#getPeriod(session.price))
    this.subscriptions.set(subscription.id, subscription)
    const invoice = this.#addInvoice(subscription, 'paid')
    return [
      ...this.notify('customer.subscription.created', subscription),
      ...this.notify('invoice.paid', invoice),
      ...this.notify('checkout.session.completed', session),
    ]
  }

  #getPeriod = (price: string) =>
    monthSeconds * (this.prices.get(price)?.recurring.interval === 'year' ? 12 : 1)

  getSubscription(customer: string): BillingSubscription {
    const last = [...this.subscriptions.values()].findLast(each => each.customer === customer)
    if (!last) throw new Error(`The customer ${customer} has no subscription.`)
    return last
  }

  /** The payment of the next period fails. */
  failPayment(customer: string): FakeWebhook[] {
    const subscription = this.getSubscription(customer)
    subscription.status = 'past_due'
    const invoice = this.#addInvoice(subscription, 'open')
    return [
      ...this.notify('invoice.payment_failed', invoice),
      ...this.notify('customer.subscription.updated', subscription),
    ]
  }

  /** The seller pays the open invoice. */
  recover(customer: string): FakeWebhook[] {
    const subscription = this.getSubscription(customer)
    subscription.status = 'active'
    for (const invoice of this.invoices) if (invoice.customer === customer) invoice.status = 'paid'
    return this.notify('customer.subscription.updated', subscription)
  }

  /** Ends the period: a scheduled change or the end of the plan takes effect. */
  endPeriod(customer: string): FakeWebhook[] {
    const subscription = this.getSubscription(customer)
    const next = this.schedules.get(subscription.schedule ?? '')?.phases[1]?.items[0]?.price
    if (subscription.cancel_at_period_end) subscription.status = 'canceled'
    else subscription.periodStart = subscription.periodEnd
    if (next) subscription.price = next
    this.schedules.delete(subscription.schedule ?? '')
    subscription.schedule = null
    if (subscription.status === 'active')
      subscription.periodEnd += this.#getPeriod(subscription.price)
    return this.notify('customer.subscription.updated', subscription)
  }

  /** Returns the event as a signed request. */
  notify(type: string, object: object): FakeWebhook[] {
    const event = { id: createId('evt'), object: 'event', type, data: { object } }
    const body = JSON.stringify({ ...event, created: this.#now() })
    const { url, secret } = this.endpoint
    return [{ url, body, headers: signStripeWebhook(body, secret) }]
  }
}

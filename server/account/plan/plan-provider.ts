import Stripe from 'stripe'
import {
  type PlanChange,
  type PlanChoice,
  type PlanInvoice,
  planCurrency,
  plans,
} from '#contract/account/plan.ts'
import type { Language } from '#contract/lib/text/languages.ts'
import type { BillingConfig } from '../../billing-config.ts'
import { Problem } from '../../lib/call/problem.ts'
import type { WebhookRequest } from '../../payment-provider/payment-provider.ts'
import { createStripeClient, toStripeLocale } from '../../payment-provider/stripe-client.ts'
import { verifyStripeEvent } from '../../payment-provider/verify-stripe-event.ts'
import { changeStripePlan } from './change-stripe-plan.ts'
import type { ProviderPlan } from './plan-store.ts'
import { loadStripePlan, toPlanInvoice } from './stripe-plan.ts'

type PlanCustomer = {
  personId: string
  email: string
  fullName: string
  /** A customer that no longer exists. */
  replacedId: string | undefined
}
type PlanSessionRequest = {
  customerId: string
  personId: string
  language: Language
  successUrl: string
  cancelUrl: string
}
export type PlanEvent = { id: string; type: string; customerId: string | undefined }

/** The account of the operator at Stripe, to which sellers pay for plans. */
export class PlanProvider {
  readonly #client: Stripe
  readonly #billing: BillingConfig

  constructor(billing: BillingConfig, apiUrl: string) {
    this.#billing = billing
    this.#client = createStripeClient({ apiUrl, platform: undefined }, billing.key)
  }

  /** Returns whether the customer exists. The operator can delete one, or use another account. */
  async hasCustomer(customerId: string): Promise<boolean> {
    const customer = await convertPlanErrors(
      this.#client.customers.retrieve(customerId).catch(ignoreMissing),
    )
    return customer !== undefined && !customer.deleted
  }

  /** Two requests at once create one customer. */
  async createCustomer(request: PlanCustomer): Promise<string> {
    const { personId, email, fullName, replacedId = 'first' } = request
    const customer = await convertPlanErrors(
      this.#client.customers.create(
        { email, name: fullName, metadata: { storewright_person: personId } },
        { idempotencyKey: `storewright customer ${personId} ${replacedId}` },
      ),
    )
    return customer.id
  }

  /** @throws Problem 503 plan_price_mismatch if the price at Stripe is not that of the contract */
  async assertPrice({ plan, interval }: PlanChoice): Promise<void> {
    const priceId = this.#billing.prices[plan][interval]
    const price = await convertPlanErrors(this.#client.prices.retrieve(priceId))
    const isRight =
      price.unit_amount === plans[plan].prices[interval] &&
      price.currency.toUpperCase() === planCurrency &&
      price.recurring?.interval === interval
    if (!isRight) throw new Problem(503, 'plan_price_mismatch')
  }

  async createSession({ plan, interval }: PlanChoice, request: PlanSessionRequest) {
    const session = await convertPlanErrors(
      this.#client.checkout.sessions.create({
        mode: 'subscription',
        customer: request.customerId,
        client_reference_id: request.personId,
        line_items: [{ price: this.#billing.prices[plan][interval], quantity: 1 }],
        subscription_data: { metadata: { storewright_plan: plan, storewright_interval: interval } },
        locale: toStripeLocale(request.language),
        success_url: request.successUrl,
        cancel_url: request.cancelUrl,
      }),
    )
    return { id: session.id, url: session.url ?? '' }
  }

  /** A session that was completed or has expired cannot be expired. */
  async expireSession(sessionId: string): Promise<void> {
    await convertPlanErrors(
      this.#client.checkout.sessions.expire(sessionId).catch(ignoreInvalidRequest),
    )
  }

  async createPortalUrl(customerId: string, returnUrl: string): Promise<string> {
    const { url } = await convertPlanErrors(
      this.#client.billingPortal.sessions.create({ customer: customerId, return_url: returnUrl }),
    )
    return url
  }

  loadPlan = (customerId: string): Promise<ProviderPlan | undefined> =>
    convertPlanErrors(loadStripePlan(this.#client, this.#billing, customerId))

  changePlan = (subscriptionId: string, change: PlanChange): Promise<void> =>
    convertPlanErrors(changeStripePlan(this.#client, this.#billing, subscriptionId, change))

  async listInvoices(customerId: string): Promise<PlanInvoice[]> {
    const { data } = await convertPlanErrors(
      this.#client.invoices.list({ customer: customerId, limit: 24 }),
    )
    return data.flatMap(toPlanInvoice)
  }

  /** Also ends the plan. Stripe keeps the invoices. */
  async deleteCustomer(customerId: string): Promise<void> {
    await convertPlanErrors(this.#client.customers.del(customerId).catch(ignoreInvalidRequest))
  }

  /** @throws Problem 400 payment_webhook_invalid */
  parseEvent(request: WebhookRequest): PlanEvent {
    const event = verifyStripeEvent(this.#client, this.#billing.webhookSecret, request)
    const { id, type, data } = event
    return { id, type, customerId: getCustomerId(data.object) }
  }
}

function getCustomerId(object: object): string | undefined {
  if ('object' in object && object.object === 'customer' && 'id' in object) return String(object.id)
  return 'customer' in object && typeof object.customer === 'string' ? object.customer : undefined
}

function ignoreInvalidRequest(error: unknown): undefined {
  if (error instanceof Stripe.errors.StripeInvalidRequestError) return undefined
  throw error
}

function ignoreMissing(error: unknown): undefined {
  if (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404)
    return undefined
  throw error
}

/** The caller can correct a declined payment. All other errors are those of the operator. */
const convertPlanErrors = <T>(reply: Promise<T>): Promise<T> =>
  reply.catch((error: unknown) => {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    const problem =
      error instanceof Stripe.errors.StripeCardError
        ? new Problem(422, 'plan_payment_declined')
        : new Problem(503, 'payment_provider_unreachable', { provider: 'Stripe' })
    throw Object.assign(problem, { cause: error })
  })

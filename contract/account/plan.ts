import { z } from 'zod'
import { defineApi } from '../lib/call/api.ts'
import { PlanResource } from '../lib/call/plan-resource.ts'
import { Id, Timestamp } from '../lib/schemas.ts'

/** The plans, from the smallest to the largest. */
export const PlanName = z.enum(['basic', 'standard', 'enterprise'])
export type PlanName = z.infer<typeof PlanName>
export const PaidPlanName = PlanName.exclude(['basic'])
export type PaidPlanName = z.infer<typeof PaidPlanName>
export const PlanInterval = z.enum(['month', 'year'])
export type PlanInterval = z.infer<typeof PlanInterval>

/** The names on screens, which are the same in every language. */
export const planTitles: Record<PlanName, string> = {
  basic: 'Basic',
  standard: 'Standard',
  enterprise: 'Enterprise',
}

/** The largest number of each record. Null means any number. */
export type PlanLimits = Record<PlanResource, number | null>

export const planCurrency = 'USD'
/** The plan of a new account until the end of its trial. */
export const trialPlan = 'standard' satisfies PlanName
export const popularPlan = 'standard' satisfies PlanName
export const trialDays = 7
/** How long a plan continues after a failed payment. */
export const graceDays = 14

/** The prices of each plan in minor units of `planCurrency`, and its limits. */
export const plans: Record<PlanName, { prices: Record<PlanInterval, number>; limits: PlanLimits }> =
  {
    basic: {
      prices: { month: 0, year: 0 },
      limits: { store: 1, staff: 2, product: 100, order: 50, domain: 0, apiKey: 0, webhook: 0 },
    },
    standard: {
      prices: { month: 4_900, year: 48_000 },
      limits: {
        store: 3,
        staff: 10,
        product: 10_000,
        order: 2_000,
        domain: 3,
        apiKey: 10,
        webhook: 10,
      },
    },
    enterprise: {
      prices: { month: 9_900, year: 96_000 },
      limits: {
        store: 20,
        staff: 100,
        product: null,
        order: null,
        domain: 10,
        apiKey: null,
        webhook: null,
      },
    },
  }

/** Returns the smallest plan that allows this number, or undefined if none does. */
export const findPlanFor = (resource: PlanResource, count: number): PlanName | undefined =>
  PlanName.options.find(name => {
    const limit = plans[name].limits[resource]
    return limit === null || limit >= count
  })

/** Returns a number below 0 if the first plan is smaller than the second. */
export const comparePlans = (first: PlanName, second: PlanName): number =>
  PlanName.options.indexOf(first) - PlanName.options.indexOf(second)

const Limit = z.int().nullable()
const PricedPlan = z.object({
  name: PlanName,
  isPopular: z.boolean(),
  prices: z.record(PlanInterval, z.int()),
  limits: z.record(PlanResource, Limit),
})
export const Pricing = z.object({
  /** Whether the operator charges for plans. Otherwise nothing is limited. */
  hasBilling: z.boolean(),
  currency: z.string(),
  trialDays: z.int(),
  plans: z.array(PricedPlan),
})
export type Pricing = z.infer<typeof Pricing>

/** `free` is the plan Basic without a trial. `unlimited` means that the operator charges nothing. */
export const PlanState = z.enum(['unlimited', 'trialing', 'free', 'active', 'past_due'])
export type PlanState = z.infer<typeof PlanState>

export const PlanUse = z.object({ resource: PlanResource, used: z.int(), limit: Limit })
export type PlanUse = z.infer<typeof PlanUse>

const nearFraction = 0.8

/** Returns whether a limit is nearly or completely used. */
export function getUseLevel({ used, limit }: PlanUse): 'reached' | 'near' | undefined {
  if (!limit) return undefined
  if (used >= limit) return 'reached'
  return used >= limit * nearFraction ? 'near' : undefined
}

export const Plan = z.object({
  plan: PlanName,
  state: PlanState,
  interval: PlanInterval.nullable(),
  /** The end of the trial, of the paid period, or of the days after a failed payment. */
  endsAt: Timestamp.nullable(),
  /** The plan from `endsAt` on, if it is another one. */
  nextPlan: PlanName.nullable(),
  nextInterval: PlanInterval.nullable(),
  /** Whether the provider knows the person, who can then open its portal. */
  hasPortal: z.boolean(),
  /** The number of stores that the person owns. */
  storeUse: PlanUse,
  /** The usage of each of these stores. */
  stores: z.array(z.object({ _id: Id, name: z.string(), uses: z.array(PlanUse) })),
})
export type Plan = z.infer<typeof Plan>

export const PlanChoice = z.object({ plan: PaidPlanName, interval: PlanInterval })
export type PlanChoice = z.infer<typeof PlanChoice>
/** Without an interval, that of the current plan continues. Basic ends the paid plan. */
export const PlanChange = z.object({ plan: PlanName, interval: PlanInterval.optional() })
export type PlanChange = z.infer<typeof PlanChange>

export const PlanInvoice = z.object({
  number: z.string(),
  createdAt: Timestamp,
  total: z.int(),
  currency: z.string(),
  state: z.enum(['open', 'paid', 'void', 'uncollectible']),
  /** The page of the provider with the invoice and its PDF. */
  url: z.string(),
})
export type PlanInvoice = z.infer<typeof PlanInvoice>

const Redirect = z.object({ url: z.string() })

export const planApi = defineApi('plan', {
  getPricing: {
    method: 'GET',
    path: '/pricing',
    can: 'public',
    summary: 'Get the plans with their prices and limits',
    reply: Pricing,
  },
  get: {
    method: 'GET',
    path: '/plan',
    can: 'logged-in',
    summary: 'Get the plan of the caller and what their stores use of it',
    reply: Plan,
  },
  listInvoices: {
    method: 'GET',
    path: '/plan/invoices',
    can: 'logged-in',
    rateLimit: 'lookup',
    summary: 'List the invoices of the caller’s plan, newest first',
    reply: z.array(PlanInvoice),
  },
  checkOut: {
    method: 'POST',
    path: '/plan/checkout',
    can: 'logged-in',
    status: 200,
    rateLimit: 'lookup',
    summary: 'Start the payment of a plan on the page of the provider',
    body: PlanChoice,
    reply: Redirect,
  },
  openPortal: {
    method: 'POST',
    path: '/plan/portal',
    can: 'logged-in',
    status: 200,
    rateLimit: 'lookup',
    summary: 'Open the page of the provider with the payment methods of the plan',
    reply: Redirect,
  },
  change: {
    method: 'POST',
    path: '/plan/change',
    can: 'logged-in',
    status: 200,
    rateLimit: 'lookup',
    summary: 'Change to a larger plan at once, or to a smaller one at the end of the paid period',
    body: PlanChange,
    reply: Plan,
    message: 'Plan changed',
  },
  refresh: {
    method: 'POST',
    path: '/plan/refresh',
    can: 'logged-in',
    status: 200,
    rateLimit: 'lookup',
    summary: 'Load the state of the plan from the provider, such as after a payment',
    reply: Plan,
  },
  receiveEvent: {
    method: 'POST',
    path: '/plan/webhook',
    can: 'public',
    status: 200,
    summary: 'Receive an event of Stripe about the payment of plans',
    body: z.unknown(),
  },
})

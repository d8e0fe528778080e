import { z } from 'zod'
import type { PaidPlanName, PlanInterval } from '#contract/account/plan.ts'

const PriceId = z
  .string()
  .regex(/^price_\w+$/, 'must be the ID of a price such as price_1A2b')
  .optional()

/** The variables of billing. None or all of them are set. */
export const billingVariables = {
  BILLING_STRIPE_KEY: z
    .string()
    .regex(/^(rk|sk)_(live|test)_\w+$/, 'must be a secret key such as sk_live_…')
    .optional(),
  BILLING_STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\w+$/, 'must be a signing secret such as whsec_…')
    .optional(),
  BILLING_PRICE_STANDARD_MONTH: PriceId,
  BILLING_PRICE_STANDARD_YEAR: PriceId,
  BILLING_PRICE_ENTERPRISE_MONTH: PriceId,
  BILLING_PRICE_ENTERPRISE_YEAR: PriceId,
}
export const billingSecretNames = ['BILLING_STRIPE_KEY', 'BILLING_STRIPE_WEBHOOK_SECRET'] as const

type BillingValues = { [Name in keyof typeof billingVariables]?: string | undefined }

/** The account at Stripe to which sellers pay for plans, and the ID of each price there. */
export type BillingConfig = {
  key: string
  webhookSecret: string
  prices: Record<PaidPlanName, Record<PlanInterval, string>>
}

/** Returns the names of the variables of billing that are missing while others are set. */
export function listMissingBillingVariables(values: BillingValues): string[] {
  const variables = new Map<string, unknown>(Object.entries(values))
  const names = Object.keys(billingVariables)
  const missing = names.filter(name => variables.get(name) === undefined)
  return missing.length === names.length ? [] : missing
}

/** Returns undefined without the variables: nothing is limited then. */
export function parseBilling(values: BillingValues): BillingConfig | undefined {
  const {
    BILLING_STRIPE_KEY: key,
    BILLING_STRIPE_WEBHOOK_SECRET: webhookSecret,
    BILLING_PRICE_STANDARD_MONTH: standardMonth,
    BILLING_PRICE_STANDARD_YEAR: standardYear,
    BILLING_PRICE_ENTERPRISE_MONTH: enterpriseMonth,
    BILLING_PRICE_ENTERPRISE_YEAR: enterpriseYear,
  } = values
  if (!key || !webhookSecret || !standardMonth || !standardYear) return undefined
  if (!enterpriseMonth || !enterpriseYear) return undefined
  return {
    key,
    webhookSecret,
    prices: {
      standard: { month: standardMonth, year: standardYear },
      enterprise: { month: enterpriseMonth, year: enterpriseYear },
    },
  }
}

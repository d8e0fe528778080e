import { z } from 'zod'
import { policyKinds } from '../cms/cms.ts'
import { defineApi } from '../lib/call/api.ts'
import { Count, Money } from '../lib/schemas.ts'
import { shippingRateKinds } from './shipping.ts'

/** The setup steps of a new store, in their recommended order. */
export const onboardingSteps = [
  'details',
  'product',
  'shipping',
  'tax',
  'policies',
  'payment',
  'domain',
  'theme',
  'launch',
] as const
export const OnboardingStep = z.enum(onboardingSteps)
export type OnboardingStep = z.infer<typeof OnboardingStep>

export const Onboarding = z.object({
  steps: z.array(z.object({ step: OnboardingStep, isDone: z.boolean() })),
  /**
   * Whether the setup guide is hidden: as the user chose last, or without a choice if the store is live
   * and has sold.
   */
  isDismissed: z.boolean(),
  /** Host of the store's free subdomain. */
  host: z.string(),
  /** The first rate that shoppers can choose. Price of its first step, in minor units. */
  shipping: z
    .object({ name: z.string(), kind: z.enum(shippingRateKinds), price: Money })
    .nullable(),
  /** The tax of products without a class in the country of the store, as a percentage. */
  tax: z.object({ rate: z.number(), isIncluded: z.boolean() }),
  /** The policies that the store needs and that are empty or have gaps to fill. */
  missingPolicies: z.array(z.enum(policyKinds)),
})
export type Onboarding = z.infer<typeof Onboarding>

/** Without these, shoppers can't order. */
export const orderBlockers = ['noProduct', 'noPayment', 'noShipping'] as const
/** Things that a seller should know before the launch. */
export const launchIssueCodes = [
  ...orderBlockers,
  'noDetails',
  'noTax',
  'policies',
  'productNoPrice',
  'productNoImage',
  'productOutOfStock',
] as const
export const LaunchIssue = z.object({
  code: z.enum(launchIssueCodes),
  /** The number of products; they are counted up to 10,000. */
  count: Count.optional(),
  policies: z.array(z.enum(policyKinds)).optional(),
})
export type LaunchIssue = z.infer<typeof LaunchIssue>

export const onboardingApi = defineApi('onboarding', {
  get: {
    method: 'GET',
    path: '/onboarding/get',
    can: 'business:read',
    summary: 'Get the setup guide with its completed steps',
    reply: Onboarding,
  },
  update: {
    method: 'PATCH',
    path: '/onboarding/update',
    can: 'business:read',
    summary: 'Hide or show the setup guide for the current user',
    body: z.object({ isDismissed: z.boolean().optional() }),
    reply: Onboarding,
  },
  confirmUntaxed: {
    method: 'PATCH',
    path: '/onboarding/confirmUntaxed',
    can: 'business:write',
    summary: 'Confirm that the store charges no tax',
    reply: Onboarding,
  },
  listLaunchIssues: {
    method: 'GET',
    path: '/onboarding/launchIssues/:id',
    can: 'business:read',
    storeIdParam: 'id',
    summary: 'List the issues of a store before its launch',
    reply: z.array(LaunchIssue),
  },
})

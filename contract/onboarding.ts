import { z } from 'zod'
import { defineApi } from './lib/api.ts'

/** What a store needs before it opens, in the order in which it is easiest. */
export const onboardingSteps = [
  'details',
  'product',
  'address',
  'theme',
  'payment',
  'open',
] as const
export const OnboardingStep = z.enum(onboardingSteps)
export type OnboardingStep = z.infer<typeof OnboardingStep>

export const Onboarding = z.object({
  steps: z.array(z.object({ step: OnboardingStep, done: z.boolean() })),
  /** Whether the person asking has put the list away in this store. */
  dismissed: z.boolean(),
  /** Where the store's free address leads. */
  host: z.string(),
})
export type Onboarding = z.infer<typeof Onboarding>

export const onboardingApi = defineApi('onboarding', {
  get: {
    method: 'GET',
    path: '/onboarding/get',
    can: 'business:read',
    summary: 'The first steps of a store, each ticked by what there is',
    reply: Onboarding,
  },
  update: {
    method: 'PATCH',
    path: '/onboarding/update',
    can: 'business:read',
    summary: 'Put the first steps away for oneself, or bring them back',
    body: z.object({ dismissed: z.boolean().optional() }),
    reply: Onboarding,
  },
  confirmStoreHandle: {
    method: 'PATCH',
    path: '/onboarding/keepAddress',
    can: 'business:write',
    summary: 'Settle on the free address as it is',
    reply: Onboarding,
  },
})

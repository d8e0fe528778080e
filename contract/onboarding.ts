import { z } from 'zod'
import { defineApi } from './lib/api.ts'

/** The setup steps of a new store, in their recommended order. */
export const onboardingSteps = [
  'details',
  'product',
  'domain',
  'theme',
  'payment',
  'launch',
] as const
export const OnboardingStep = z.enum(onboardingSteps)
export type OnboardingStep = z.infer<typeof OnboardingStep>

export const Onboarding = z.object({
  steps: z.array(z.object({ step: OnboardingStep, isDone: z.boolean() })),
  /** Whether the current user has hidden the setup guide in this store. */
  isDismissed: z.boolean(),
  /** Host of the store's free subdomain. */
  host: z.string(),
})
export type Onboarding = z.infer<typeof Onboarding>

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
  confirmStoreHandle: {
    method: 'PATCH',
    path: '/onboarding/confirmHandle',
    can: 'business:write',
    summary: 'Keep the free domain of the store',
    reply: Onboarding,
  },
})

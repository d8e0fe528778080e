import { z } from 'zod'

/**
 * The records whose number a plan limits. A call that creates one declares it (`uses`). Orders are
 * only counted: those of shoppers are never rejected.
 */
export const PlanResource = z.enum([
  'store',
  'staff',
  'product',
  'order',
  'domain',
  'apiKey',
  'webhook',
])
export type PlanResource = z.infer<typeof PlanResource>
export type LimitedResource = Exclude<PlanResource, 'order'>

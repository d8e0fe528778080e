import { z } from 'zod'

/** Who pays to send returns back. Product pages say so, unless it is unstated. */
export const ReturnCosts = z.enum(['unstated', 'customer', 'store'])
export type ReturnCosts = z.infer<typeof ReturnCosts>

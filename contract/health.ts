import { z } from 'zod'
import { defineApi } from './lib/api.ts'

export const Liveness = z.object({ alive: z.literal(true) })
/** Each part that has to work before requests should come here. */
export const Readiness = z.object({
  ready: z.boolean(),
  database: z.boolean(),
  migrations: z.boolean(),
  draining: z.boolean(),
})
export type Readiness = z.infer<typeof Readiness>

export const healthApi = defineApi('health', {
  live: {
    method: 'GET',
    path: '/health/live',
    can: 'public',
    summary: 'Whether the process runs; touches nothing else',
    reply: Liveness,
  },
  ready: {
    method: 'GET',
    path: '/health/ready',
    can: 'public',
    summary: 'Whether requests can be served; 503 with Retry-After when not',
    reply: Readiness,
  },
})

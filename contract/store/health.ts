import { z } from 'zod'
import { defineApi } from '../lib/call/api.ts'

export const Liveness = z.object({ alive: z.literal(true) })
/** The dependencies that must work before this server accepts requests. */
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
    summary: 'Check liveness of the process',
    reply: Liveness,
  },
  ready: {
    method: 'GET',
    path: '/health/ready',
    can: 'public',
    summary: 'Check readiness; 503 with Retry-After if not ready',
    reply: Readiness,
  },
})

import { z } from 'zod'

export const ImportKind = z.enum(['products', 'orders', 'customers'])
export type ImportKind = z.infer<typeof ImportKind>

/**
 * `planning` and `running` imports have a running job, a user must match the columns of
 * a `matching` one and start a `planned` one, the others have ended.
 */
export const ImportStatus = z.enum([
  'planning',
  'matching',
  'planned',
  'running',
  'done',
  'failed',
  'cancelled',
])
export type ImportStatus = z.infer<typeof ImportStatus>

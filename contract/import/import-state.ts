import { z } from 'zod'

/** `parcels` are tracking numbers of orders that exist. */
export const ImportKind = z.enum(['products', 'orders', 'customers', 'parcels'])
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

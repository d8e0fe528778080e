import type { Tx } from './db.ts'

/**
 * Makes PostgreSQL plan the later statements of the transaction for their values. Otherwise it can keep one
 * plan for all values, which suits either rare or frequent ones.
 */
export const planForValues = (tx: Tx) =>
  tx`select set_config('plan_cache_mode', 'force_custom_plan', true)`

/**
 * Makes PostgreSQL keep one plan of each later statement of the transaction from its first execution on. Otherwise
 * each connection plans the first five executions for their values.
 */
export const reusePlans = (tx: Tx) =>
  tx`select set_config('plan_cache_mode', 'force_generic_plan', true)`

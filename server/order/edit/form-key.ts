import type { Tx } from '../../lib/db/db.ts'

/**
 * Returns whether a form with this key has already changed the order, so that a form sent twice is applied once.
 * The order must be locked, unless its change checks the key again.
 */
export async function isFormApplied(
  tx: Tx,
  orderId: string,
  key: string | undefined,
): Promise<boolean> {
  if (key === undefined) return false
  const rows = await tx`
    select from order_event where order_id = ${orderId} and data ->> 'key' = ${key} limit 1`
  return rows.length > 0
}

import type { Tx } from '../lib/db/db.ts'

/** Selects whether the order `o` has an invoice or a payment, also one that is still open. */
export const isInUse = (tx: Tx) => tx`
  (exists (select from payment where order_id = o.id)
    or exists (select from payment_session where order_id = o.id)
    or exists (select from invoice where order_id = o.id))`

/** Returns when a draft without another change is deleted, or null for other orders. */
export async function findDraftExpiry(tx: Tx, id: string): Promise<string | null> {
  const [row] = await tx<{ at: string }[]>`
    select updated_at + interval '365 days' as at from "order" o
    where id = ${id} and status = 'draft' and not ${isInUse(tx)}`
  return row?.at ?? null
}

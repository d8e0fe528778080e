import { Problem } from '../../lib/call/problem.ts'
import type { Tx } from '../../lib/db/db.ts'
import { defaultCheckoutRules } from './cms-defaults.ts'

/**
 * Selects when the time ends in which the shopper can edit the order `o`. Null if the order is from the
 * back office, packed, on hold, archived, invoiced, has refunded items or in another state that ends it.
 */
export const selectEditEnd = (tx: Tx) => tx`
  case when o.source = 'storefront' and o.status in ('pending', 'confirmed', 'processing', 'ready')
    and o.fulfillment_status in ('unfulfilled', 'not_required')
    and o.archived_at is null and not o.is_customer_erased
    and not exists (
      select from fulfillment f where f.order_id = o.id and f.status <> 'cancelled'
    )
    and not exists (select from order_withdrawal w where w.order_id = o.id)
    and not exists (
      select from refund r where r.order_id = o.id
        and (r.shipping > 0 or exists (select from refund_line l where l.refund_id = r.id))
    )
    and not exists (select from invoice i where i.order_id = o.id and i.number is not null)
  then o.created_at + interval '1 minute' * coalesce((
    select (c.sections #>> '{checkout,editMinutes}')::integer from cms c where c.store_id = o.store_id
  ), ${defaultCheckoutRules.editMinutes}::integer) end`

/** Returns when the time for edits ends, or undefined if it has ended by the clock of the database. */
export async function findEditEnd(tx: Tx, orderId: string): Promise<string | undefined> {
  const [row] = await tx<{ editEnd: string }[]>`
    select edit_end from (
      select ${selectEditEnd(tx)} as edit_end from "order" o where o.id = ${orderId}
    ) e where edit_end > clock_timestamp()`
  return row?.editEnd
}

/**
 * Checks a locked order.
 * @throws Problem 409 order_edit_closed
 */
export async function requireEditEnd(tx: Tx, orderId: string): Promise<string> {
  const editEnd = await findEditEnd(tx, orderId)
  if (editEnd === undefined) throw new Problem(409, 'order_edit_closed')
  return editEnd
}

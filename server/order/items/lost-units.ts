import type { Tx } from '../../lib/db/db.ts'
import { selectReplacedUnits } from './replaced-units.ts'

/** Returns whether units in the lost parcels of an order were neither replaced, refunded nor returned. */
export async function hasOpenLostUnits(tx: Tx, orderId: string): Promise<boolean> {
  const [open] = await tx`
    select from order_line l join (
      select u.line, sum(u.quantity) as quantity
      from fulfillment f cross join jsonb_to_recordset(f.lines) as u (line uuid, quantity integer)
      where f.order_id = ${orderId} and f.status = 'lost' group by u.line
    ) lost on lost.line = l.id
    where l.order_id = ${orderId} and lost.quantity > l.returned_quantity
      + ${selectReplacedUnits(tx, tx`l.id`)} + coalesce((
        select sum(k.quantity) from refund_line k
        join refund r on r.store_id = k.store_id and r.id = k.refund_id
        left join order_return t on t.store_id = r.store_id and t.id = r.return_id
        where k.line_id = l.id
          and (t.kind = 'claim' or t.id is null and k.disposition = 'keep')
      ), 0)
    limit 1`
  return open !== undefined
}

import type { Tx } from '../../lib/db/db.ts'

/**
 * Selects the amount of an order `o` that its refunds kept: their fees and, if the
 * order was paid in full, the part of the price of refunded units that was not returned. The rounding is
 * that of `calculateShare`.
 */
export const selectKeptTotal = (tx: Tx) => tx`
  (
    coalesce((select sum(r.fee) from refund r where r.order_id = o.id), 0)
    + coalesce((
      select sum(greatest(0, u.price - u.amount)) from (
        select sum(f.amount) as amount,
          div(2::numeric * l.total * sum(f.quantity) + l.quantity, 2 * l.quantity) as price
        from order_line l join refund_line f on f.store_id = l.store_id and f.line_id = l.id
        where f.refund_id = any (array(select r.id from refund r where r.order_id = o.id))
          and o.paid_total >= o.total
        group by l.id, l.total, l.quantity
      ) u
    ), 0)
  )::float8`

export async function loadKeptTotal(tx: Tx, orderId: string): Promise<number> {
  const [row] = await tx<{ keptTotal: number }[]>`
    select ${selectKeptTotal(tx)} as kept_total from "order" o where o.id = ${orderId}`
  return row?.keptTotal ?? 0
}

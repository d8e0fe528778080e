import type { Tx } from '../../lib/db/db.ts'

/**
 * Selects the price of the units of an order `o` that came back in returns which are still open, and that were
 * neither refunded nor exchanged: what the store owes before the whole order is returned. It is
 * reduced by the part that was never paid, and by refunds of amounts without units.
 * The rounding is that of `calculateShare`.
 */
export const selectReturnDue = (tx: Tx) => tx`
  greatest(0, coalesce((
    select sum(div(2::numeric * l.total * u.units + l.quantity, 2 * l.quantity)) from (
      select rl.line_id, sum(greatest(0, rl.received_quantity
        - count_replaced_units(rl.return_id, rl.line_id)
        - count_refunded_units(rl.return_id, rl.line_id))) as units
      from order_return r
      join order_return_line rl on rl.store_id = r.store_id and rl.return_id = r.id
      where r.order_id = o.id and r.kind = 'return'
        and r.status in ('accepted', 'in_transit', 'received')
      group by rl.line_id
    ) u join order_line l on l.store_id = o.store_id and l.id = u.line_id
  ), 0) - greatest(0, o.unsold_total - coalesce((
    select sum(div(2::numeric * l.total * l.removed_quantity + l.quantity, 2 * l.quantity))
    from order_line l where l.order_id = o.id
  ), 0)) - coalesce((
    select sum(r.additional_amount - r.overpayment) from refund r where r.order_id = o.id
  ), 0))::float8`

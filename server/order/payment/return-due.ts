import type { Tx } from '../../lib/db/db.ts'
import { selectKeptTotal } from './kept-amount.ts'

/** The money of an order for units that came back in returns. */
export type ReturnAmounts = { returnDue: number; waivedTotal: number }

/** Selects the units of returns of an order `o` that came back and were neither refunded nor exchanged. */
const selectUnrefundedUnits = (tx: Tx, statuses: readonly string[]): ReturnType<Tx> => tx`
  select rl.line_id, sum(greatest(0, rl.received_quantity
    - count_replaced_units(rl.return_id, rl.line_id)
    - count_refunded_units(rl.return_id, rl.line_id))) as units
  from order_return r
  join order_return_line rl on rl.store_id = r.store_id and rl.return_id = r.id
  where r.order_id = o.id and r.kind = 'return' and r.status = any (${statuses}::text[])
  group by rl.line_id`

/** Sums the price of units of the lines `l`. The rounding is that of `calculateShare`. */
const sumPrices = (tx: Tx, units: ReturnType<Tx>) =>
  tx`sum(div(2::numeric * l.total * ${units} + l.quantity, 2 * l.quantity))`

/** Selects the price of units by line. */
const selectPrice = (tx: Tx, units: ReturnType<Tx>) => tx`
  coalesce((
    select ${sumPrices(tx, tx`u.units`)}
    from (${units}) u join order_line l on l.store_id = o.store_id and l.id = u.line_id
  ), 0)`

/** Selects the refunds of an order `o` that name no units, without those of an overpayment. */
const selectRefundedAmounts = (tx: Tx) => tx`
  coalesce((
    select sum(r.additional_amount - r.overpayment) from refund r where r.order_id = o.id
  ), 0)`

/**
 * Selects the price of the units of an order `o` that came back in returns which are still open, and that were
 * neither refunded nor exchanged: what the store owes before the whole order is returned. It is
 * reduced by the part that was never paid, and by refunds of amounts without units.
 */
const selectReturnDue = (tx: Tx) => tx`
  greatest(0, ${selectPrice(tx, selectUnrefundedUnits(tx, ['accepted', 'in_transit', 'received']))}
    - greatest(0, o.unsold_total - coalesce((
      select ${sumPrices(tx, tx`l.removed_quantity`)}
      from order_line l where l.order_id = o.id
    ), 0)) - ${selectRefundedAmounts(tx)})::float8`

/**
 * Selects the price of the units of a returned order `o` whose returns were completed without a refund, which is
 * not due. If these are all units that came back, its shipping is not due either: only what was paid above its total,
 * and refunds that failed.
 */
const selectWaivedTotal = (tx: Tx) => {
  const units = selectUnrefundedUnits(tx, ['settled'])
  return tx`
    case when o.status <> 'returned' then 0 else greatest(0,
      case when (select sum(u.units) from (${units}) u) = (
        select sum(l.returned_quantity) from order_line l where l.order_id = o.id
      ) then least(o.total, o.paid_total) - coalesce((
        select sum(r.amount - r.overpayment) from refund r where r.order_id = o.id
      ), 0) - ${selectKeptTotal(tx)} else ${selectPrice(tx, units)} - ${selectRefundedAmounts(tx)} end
    ) end::float8`
}

export const returnAmountColumns = (tx: Tx) => tx`
  ${selectReturnDue(tx)} as return_due, ${selectWaivedTotal(tx)} as waived_total`

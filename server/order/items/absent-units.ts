import type { Tx } from '../../lib/db/db.ts'

/**
 * Returns how many units of an order line `l` do not come back with a returned order: units of lost
 * parcels, units of claims, which the customer keeps, and units that were missing in a return. A lost
 * unit that was written off counts as returned, and one that a claim replaced or refunded counts once.
 */
export const selectAbsentUnits = (tx: Tx): ReturnType<Tx> => tx`(
  select least(
    l.quantity - l.unsold_quantity,
    greatest(
      lost.quantity - least(written_off.quantity, l.returned_quantity - returned.received),
      returned.claimed_lost
    ) + returned.claimed + returned.missing
  )
  from (
    select coalesce(sum(u.quantity), 0) as quantity
    from fulfillment f cross join jsonb_to_recordset(f.lines) as u (line uuid, quantity integer)
    where f.order_id = l.order_id and f.status = 'lost' and u.line = l.id
  ) lost
  cross join (
    select coalesce(sum(k.quantity), 0) as quantity
    from refund f join refund_line k on k.store_id = f.store_id and k.refund_id = f.id
    where f.order_id = l.order_id and f.return_id is null and k.line_id = l.id
      and k.disposition <> 'keep' and f.reason not in ('returned', 'damaged', 'wrong_item')
  ) written_off
  cross join (
    select coalesce(sum(r.received_quantity), 0) as received,
      coalesce(sum(r.missing_quantity), 0) as missing,
      coalesce(sum(claimed.quantity) filter (where r.reason = 'not_delivered'), 0) as claimed_lost,
      coalesce(sum(claimed.quantity) filter (where r.reason <> 'not_delivered'), 0) as claimed
    from order_return_line r
    join order_return t on t.store_id = r.store_id and t.id = r.return_id
    left join lateral (
      select count_replaced_units(t.id, l.id) + count_refunded_units(t.id, l.id) as quantity
      where t.kind = 'claim'
    ) claimed on true
    where r.line_id = l.id
  ) returned
)`

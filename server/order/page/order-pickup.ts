import type { Tx } from '../../lib/db/db.ts'

/** Selects whether the shopper collects the goods of an order `o`, so that no line is shipped. */
export const selectIsPickup = (tx: Tx) => tx`
  (
    o.shipping_method <> '' and coalesce(o.shipping_address ->> 'line1', '') = ''
    and not exists (
      select from order_line l
      where l.store_id = o.store_id and l.order_id = o.id and l.requires_shipping
    )
  )`

/** Selects where the shopper collects an order `o`, or null. */
export const selectPickup = (tx: Tx) => tx`
  (
    select jsonb_build_object(
      'address', coalesce(c.sections #> '{contact,address}', s.address),
      'hours', coalesce(c.sections #> '{contact,hours}', '[]'))
    from store s left join cms c on c.store_id = s.id
    where s.id = o.store_id and ${selectIsPickup(tx)}
  )`

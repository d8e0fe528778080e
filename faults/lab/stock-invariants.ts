/** Queries of the units of variants and orders, each of which returns the violations of a rule. */
export const stockInvariants: Record<string, string> = {
  'stock equals the sum of its movements': `
    select v.id, v.stock, m.moved
    from variant v
    left join (
      select variant_id, sum(delta) as moved from stock_movement group by 1) m on m.variant_id = v.id
    where v.stock <> coalesce(m.moved, 0)`,

  // Leaves out variants of orders whose units were canceled or returned without restocking or without units
  // that stayed away, and of reopened orders with refunds, because their rows do not contain what they took.
  'stock equals the counted units minus the units in orders and held sales': `
    select v.id, v.stock, c.counted, l.ordered
    from variant v
    left join (
      select variant_id, sum(delta) as counted
      from stock_movement
      where reason not in ('order', 'edit', 'cancel', 'return', 'reopen', 'hold', 'release')
      group by 1
    ) c on c.variant_id = v.id
    left join (
      select variant_id, sum(quantity) as ordered
      from (
        select variant_id, quantity
        from order_line
        where is_stock_deducted
        union all
        select o.variant_id, -f.quantity
        from refund_line f
        join refund r on r.id = f.refund_id and r.return_id is null
        join order_line o on o.id = f.line_id and o.is_stock_deducted
        where f.disposition = 'restock'
        union all
        select o.variant_id, -r.restocked_quantity
        from order_return_line r
        join order_line o on o.id = r.line_id and o.is_stock_deducted
        union all
        -- Units of refunds and returns that were written off before the order returned the others to the stock.
        select l.variant_id, f.quantity
        from refund_line f
        join refund r on r.id = f.refund_id and r.return_id is null
        join order_line l on l.id = f.line_id and not l.is_stock_deducted
        where f.disposition = 'write_off' and exists (
          select from order_event e
          where e.order_id = l.order_id and e.type = 'status_changed' and e.at > r.created_at
            and e.data ->> 'to' in ('cancelled', 'returned'))
        union all
        select o.variant_id, r.received_quantity - r.restocked_quantity
        from order_return_line r join order_line o on o.id = r.line_id and not o.is_stock_deducted
        union all
        select (line ->> 'variant')::uuid, (line ->> 'quantity')::integer
        from sale cross join jsonb_array_elements(content #> '{input,lines}') as line
        where state = 'held' and exists (
          select from jsonb_array_elements(content #> '{held,variants}') held
          where held ->> 'variant' = line ->> 'variant' and (held ->> 'trackStock')::boolean)
      ) taken
      group by 1
    ) l on l.variant_id = v.id
    where v.stock <> coalesce(c.counted, 0) - coalesce(l.ordered, 0)
      and not exists (
        select from order_line o
        join order_event e on e.order_id = o.order_id and e.type = 'status_changed'
        where o.variant_id = v.id and (
          e.data ->> 'restocked' = 'false'
          or e.data ->> 'to' = 'returned' and (
            exists (
              select from fulfillment f where f.order_id = o.order_id and f.status = 'lost')
            or exists (
              select from order_return_line r
              join order_return t on t.id = r.return_id
              where r.line_id = o.id and (t.kind = 'claim' or r.missing_quantity > 0)))
          or e.data ->> 'from' = 'cancelled' and exists (
            select from refund r where r.order_id = o.order_id)))`,
}

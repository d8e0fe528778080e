-- Returns the amounts of an order that follow from its refunds and returns. Most orders have neither, so the queries
-- are in a function: PostgreSQL plans them when it reaches them, and not for each reader of an order. Prices are
-- rounded as by `calculateShare`.
-- kept_total: what the refunds kept, which is their fees and, if the order was paid in full, the part of the price
-- of refunded units that was not returned.
-- return_due: the price of the units that came back in returns which are still open, and that were neither refunded
-- nor exchanged: what the store owes before the whole order is returned. It is reduced by the part that was never
-- paid, and by refunds of amounts without units.
-- waived_total: the price of the units of a returned order whose returns were completed without a refund, which is
-- not due. If these are all units that came back, its shipping is not due either: only what was paid above its
-- total, and refunds that failed.
-- pending_overpayment: the overpayment that the pending refunds return.
create or replace function order_refund_amounts(
  o "order", out kept_total float8, out return_due float8, out waived_total float8, out pending_overpayment float8)
language plpgsql stable as $$
declare
  refunds record;
  lines record;
  units record;
begin
  kept_total := 0;
  return_due := 0;
  waived_total := 0;
  pending_overpayment := 0;
  if exists (select from refund r where r.order_id = o.id)
    or exists (select from order_return r where r.order_id = o.id) then
    select coalesce(sum(r.fee), 0) as fees,
      coalesce(sum(r.additional_amount - r.overpayment), 0) as without_units,
      coalesce(sum(r.amount - r.overpayment), 0) as total
    into refunds from refund r where r.order_id = o.id;
    select coalesce(sum(div(2::numeric * l.total * l.removed_quantity + l.quantity, 2 * l.quantity)), 0)
        as removed_price,
      sum(l.returned_quantity) as returned_quantity
    into lines from order_line l where l.order_id = o.id;
    -- The units that came back and were neither refunded nor exchanged.
    select coalesce(sum(p.price) filter (where not p.is_settled), 0) as open_price,
      coalesce(sum(p.price) filter (where p.is_settled), 0) as settled_price,
      sum(p.quantity) filter (where p.is_settled) as settled_quantity
    into units
    from (
      select u.is_settled, u.quantity, div(2::numeric * l.total * u.quantity + l.quantity, 2 * l.quantity) as price
      from (
        select r.status = 'settled' as is_settled, rl.line_id,
          sum(greatest(0, rl.received_quantity
            - count_replaced_units(rl.return_id, rl.line_id)
            - count_refunded_units(rl.return_id, rl.line_id))) as quantity
        from order_return r
        join order_return_line rl on rl.store_id = r.store_id and rl.return_id = r.id
        where r.order_id = o.id and r.kind = 'return'
          and r.status in ('accepted', 'in_transit', 'received', 'settled')
        group by 1, rl.line_id
      ) u
      join order_line l on l.store_id = o.store_id and l.id = u.line_id
    ) p;
    kept_total := refunds.fees + coalesce((
      select sum(greatest(0, u.price - u.amount))
      from (
        select sum(f.amount) as amount,
          div(2::numeric * l.total * sum(f.quantity) + l.quantity, 2 * l.quantity) as price
        from order_line l
        join refund_line f on f.store_id = l.store_id and f.line_id = l.id
        join refund r on r.store_id = f.store_id and r.id = f.refund_id
        where r.order_id = o.id and o.paid_total >= o.total
        group by l.id, l.total, l.quantity
      ) u
    ), 0);
    return_due := greatest(0, units.open_price - greatest(0, o.unsold_total - lines.removed_price)
      - refunds.without_units);
    if o.status = 'returned' then
      waived_total := greatest(0, case
        when units.settled_quantity = lines.returned_quantity
          then least(o.total, o.paid_total) - refunds.total - kept_total::numeric
        else units.settled_price - refunds.without_units
      end);
    end if;
    pending_overpayment := (
      select coalesce(sum(least(
        greatest(r.overpayment - coalesce((
          select sum(p.overpayment) from payment p where p.refund_id = r.id
        ), 0), 0),
        coalesce((
          select sum(f.amount) from payment_refund f where f.refund_id = r.id and f.state = 'pending'
        ), 0))), 0)
      from refund r where r.order_id = o.id
    );
  end if;
end $$;

-- Returns how many units of a line the refunds of a return or a claim contain.
create or replace function count_refunded_units(refunded_return uuid, line uuid) returns integer
language sql stable as $$
  select coalesce(sum(l.quantity), 0)::integer
  from refund r join refund_line l on l.store_id = r.store_id and l.refund_id = r.id
  where r.store_id = current_store() and r.return_id = refunded_return and l.line_id = line
$$;

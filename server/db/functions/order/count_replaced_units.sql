-- Returns how many units of a line the orders replace that settle a claim, without canceled orders.
create or replace function count_replaced_units(claim uuid, line uuid) returns integer language sql stable
as $$
  select coalesce(sum(n.quantity - n.removed_quantity), 0)::integer
  from order_line n join "order" o on o.store_id = n.store_id and o.id = n.order_id
  where n.store_id = current_store() and n.replaces_line_id = line and o.return_id = claim
    and o.status <> 'cancelled'
$$;

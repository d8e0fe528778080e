-- Adds up to `max_changes` sales changes of the current store to its stored totals and returns their
-- number: 0 while another transaction does so. Only this function and `rebuild_sales` change the stored totals.
create or replace function sum_sales(max_changes integer) returns integer language plpgsql as $$
declare
  store constant uuid := current_store();
  ids bigint[];
begin
  if not pg_try_advisory_xact_lock(sales_lock_key(store)) then return 0; end if;
  -- After a power failure, the changes and the totals are as before.
  perform set_config('synchronous_commit', 'off', true);
  ids := array(select id from sales_change where store_id = store limit max_changes);
  if cardinality(ids) = 0 then return 0; end if;

  insert into stored_order_tally as t (
    store_id, status, payment_status, fulfillment_status, return_status, is_archived, orders)
  select store_id, status, payment_status, fulfillment_status, return_status, is_archived, sum(orders)
  from pending_order_tally
  join unnest(ids) change_id using (change_id)
  where store_id = store
  group by 1, 2, 3, 4, 5, 6
  having sum(orders) <> 0
  on conflict (store_id, status, payment_status, fulfillment_status, return_status, is_archived) do update
    set orders = t.orders + excluded.orders;

  insert into stored_sales_day as t (
    store_id, day, status, orders, units, subtotal, discounts, shipping, tax, refunds, total, net)
  select store_id, day, status, sum(orders), sum(units), sum(subtotal), sum(discounts), sum(shipping), sum(tax),
    sum(refunds), sum(total), sum(net)
  from pending_sales_day
  join unnest(ids) change_id using (change_id)
  where store_id = store
  group by 1, 2, 3
  on conflict (store_id, day, status) do update set
    orders = t.orders + excluded.orders,
    units = t.units + excluded.units,
    subtotal = t.subtotal + excluded.subtotal,
    discounts = t.discounts + excluded.discounts,
    shipping = t.shipping + excluded.shipping,
    tax = t.tax + excluded.tax,
    refunds = t.refunds + excluded.refunds,
    total = t.total + excluded.total,
    net = t.net + excluded.net;

  -- Items that are sold for the first time get a number.
  insert into sales_item (store_id, kind, number, item_id)
  select store, kind, row_number() over (partition by kind order by item_id) + coalesce((
      select max(number) from sales_item i where i.store_id = store and i.kind = p.kind), 0), item_id
  from (
    select distinct kind, item_id from pending_sales_top
    join unnest(ids) change_id using (change_id)
    where store_id = store
  ) p
  where not exists (
    select from sales_item i where i.store_id = store and i.kind = p.kind and i.item_id = p.item_id);

  insert into stored_sales_top as t (store_id, kind, day, item_number, quantity, sales)
  select store, p.kind, p.day, i.number, sum(p.quantity), sum(p.sales)
  from pending_sales_top p
  join unnest(ids) change_id using (change_id)
  join sales_item i on i.store_id = store and i.kind = p.kind and i.item_id = p.item_id
  where p.store_id = store
  group by 1, 2, 3, 4
  having sum(p.quantity) <> 0 or sum(p.sales) <> 0
  -- Rows in the order of the index are inserted several times faster.
  order by 1, 2, 3, 4
  on conflict (store_id, kind, day, item_number) do update
    set quantity = t.quantity + excluded.quantity, sales = t.sales + excluded.sales;

  delete from sales_change c using unnest(ids) summed(id) where c.store_id = store and c.id = summed.id;
  return cardinality(ids);
end $$;

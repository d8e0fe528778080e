-- Rebuilds the sales totals of a store from its orders. Call it within the store.
create or replace function rebuild_sales(store uuid) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(sales_lock_key(store));
  -- One statement, so that an order that is committed meanwhile is counted once: by its own changes.
  with replaced as (
    delete from sales_change where store_id = store
  ),
  orders as (
    insert into sales_change (
      store_id, kind, item_id, at, status, payment_status, fulfillment_status, return_status, is_archived,
      orders, units, subtotal, discounts, shipping, tax, refunds, total, net)
    select store_id, 'order', coalesce(customer_id, '00000000-0000-0000-0000-000000000000'), created_at,
      status, payment_status, fulfillment_status, return_status, archived_at is not null, 1, item_count,
      subtotal, discount_total, shipping_total, tax_total, total - order_net_value("order"), total,
      order_net_sales("order")
    from "order"
    where store_id = store
  )
  insert into sales_change (store_id, kind, item_id, at, status, units, net)
  select l.store_id, 'product', l.product_id, o.created_at, o.status, l.quantity - l.unsold_quantity,
    order_line_net_sales(l.unit_price, l.quantity, l.unsold_quantity, l.discount)
  from order_line l
  join "order" o on o.store_id = l.store_id and o.id = l.order_id
  where l.store_id = store and is_sale(o.status) and l.product_id is not null;

  delete from stored_sales_day where store_id = store;
  delete from stored_sales_top where store_id = store;
  delete from packed_sales where store_id = store;
  delete from stored_order_tally where store_id = store;
  -- Few passes, because each of them reads the deleted changes of the earlier ones.
  while sum_sales(10000000) > 0 loop end loop;
  perform add_sales_revision(store);
end $$;

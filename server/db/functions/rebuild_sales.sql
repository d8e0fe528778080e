-- Rebuilds the sales totals of a store from its orders, at the commit. Call it within the store.
create or replace function rebuild_sales(store uuid) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(sales_lock_key(store));
  delete from sales_change where business_id = store;
  delete from sales_day where business_id = store;
  delete from sales_top where business_id = store;
  delete from order_tally where business_id = store;
  perform record_order_sales(o, 1) from "order" o where o.business_id = store;
  perform record_line_sales(l, o, 1)
  from "order" o
  join order_line l on l.business_id = o.business_id and l.order_id = o.id
  where o.business_id = store;
end $$;

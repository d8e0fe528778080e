-- Returns the stores with sales changes that are not in the stored totals yet.
create or replace function list_stores_with_sales_changes() returns table (store_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select distinct c.store_id from sales_change c
$$;
revoke all on function list_stores_with_sales_changes from public;
grant execute on function list_stores_with_sales_changes to storewright_app;

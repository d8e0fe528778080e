-- Returns the stores with alerts that wait.
create or replace function list_stores_with_product_alerts() returns table (store_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select distinct a.store_id from product_alert a where a.state = 'confirmed'
$$;
revoke all on function list_stores_with_product_alerts from public;
grant execute on function list_stores_with_product_alerts to storewright_app;

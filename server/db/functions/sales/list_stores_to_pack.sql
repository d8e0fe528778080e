-- Returns the stores with at least `min_rows` sales of items that are not packed, of days that are before yesterday in
-- all time zones.
create or replace function list_stores_to_pack(min_rows integer) returns setof uuid
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select t.store_id from stored_sales_top t
  where t.day < current_date - 2
  group by t.store_id having count(*) >= min_rows
$$;
revoke all on function list_stores_to_pack from public;
grant execute on function list_stores_to_pack to storewright_app;

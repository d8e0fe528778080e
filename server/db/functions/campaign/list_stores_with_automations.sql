-- Returns the live stores that have switched on an automation.
create or replace function list_stores_with_automations() returns table (store_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select distinct a.store_id from automation a
  join store s on s.id = a.store_id and s.status = 'live'
  where a.is_on
$$;
revoke all on function list_stores_with_automations from public;
grant execute on function list_stores_with_automations to storewright_app;

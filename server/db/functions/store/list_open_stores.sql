-- Returns the stores that are not closed.
create or replace function list_open_stores() returns setof uuid
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select id from store where status <> 'closed' order by id
$$;
revoke all on function list_open_stores from public;
grant execute on function list_open_stores to storewright_app;

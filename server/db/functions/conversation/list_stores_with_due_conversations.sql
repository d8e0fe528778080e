-- Returns the stores with snoozed conversations whose time has come.
create or replace function list_stores_with_due_conversations() returns setof uuid
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select distinct store_id from conversation where snoozed_until <= now()
$$;
revoke all on function list_stores_with_due_conversations from public;
grant execute on function list_stores_with_due_conversations to storewright_app;

-- Returns the stores with drafts without a change for a year.
create or replace function list_stores_with_expired_drafts() returns table (store_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select distinct o.store_id from "order" o
  where o.status = 'draft' and o.updated_at < now() - interval '365 days'
$$;
revoke all on function list_stores_with_expired_drafts from public;
grant execute on function list_stores_with_expired_drafts to storewright_app;

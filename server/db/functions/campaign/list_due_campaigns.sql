-- Returns campaigns whose time has come, and those whose process ended while it sent them.
create or replace function list_due_campaigns() returns table (store_id uuid, id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select c.store_id, c.id from campaign c
  where c.status = 'scheduled' and coalesce(c.next_at, c.send_at) <= now()
    or c.status = 'sending' and coalesce(c.next_at, c.send_at) < now() - interval '2 minutes'
$$;
revoke all on function list_due_campaigns from public;
grant execute on function list_due_campaigns to storewright_app;

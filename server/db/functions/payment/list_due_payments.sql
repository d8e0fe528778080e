-- Returns the payments of all stores whose state is due for a check, the longest due first.
create or replace function list_due_payments(max_count integer) returns table (store_id uuid, id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select s.store_id, s.id
  from payment_session s
  where s.state in ('opening', 'open', 'processing', 'late') and s.check_at <= now()
  order by s.check_at
  limit max_count
$$;
revoke all on function list_due_payments from public;
grant execute on function list_due_payments to storewright_app;

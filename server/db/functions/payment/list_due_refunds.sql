-- Returns the refunds whose state is due for a check, because no webhook has confirmed them.
create or replace function list_due_refunds(max_count integer) returns table (store_id uuid, id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select r.store_id, r.id
  from payment_refund r
  where r.state = 'pending' and r.checked_at < now() - interval '30 minutes'
  order by r.checked_at
  limit max_count
$$;
revoke all on function list_due_refunds from public;
grant execute on function list_due_refunds to storewright_app;

-- Deletes up to `max_count` idempotency keys older than three days and returns how many it deleted.
create or replace function delete_old_idempotency_keys(max_count integer) returns integer
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with deleted as (
    delete from idempotency i
    using (
      select business_id, person_id, route, key
      from idempotency
      where created_at < now() - interval '3 days'
      order by created_at
      limit max_count
    ) o
    where i.business_id = o.business_id and i.person_id = o.person_id and i.route = o.route and i.key = o.key
    returning 1
  )
  select count(*)::integer from deleted
$$;
revoke all on function delete_old_idempotency_keys from public;
grant execute on function delete_old_idempotency_keys to storewright_app;

-- Deletes up to `max_count` notifications older than 90 days and returns how many it deleted.
create or replace function delete_old_notifications(max_count integer) returns integer
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with deleted as (
    delete from notification n
    using (
      select business_id, id
      from notification
      where created_at < now() - interval '90 days'
      order by created_at
      limit max_count
    ) o
    where n.business_id = o.business_id and n.id = o.id
    returning 1
  )
  select count(*)::integer from deleted
$$;
revoke all on function delete_old_notifications from public;
grant execute on function delete_old_notifications to storewright_app;

-- Returns the messages of `notify_processes` for these stores since a time, for processes that
-- could not receive them.
create or replace function list_process_messages(stores uuid[], since timestamptz) returns setof text
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select 'notification_added ' || store_id || ' ' || id
  from notification
  where store_id = any (stores) and created_at > since
  union all
  select 'notifications_read ' || store_id || ' ' || person_id
  from notification_reader
  where store_id = any (stores) and changed_at > since
  union all
  select distinct 'notifications_read ' || store_id || ' ' || person_id
  from notification_read
  where store_id = any (stores) and changed_at > since
  union all
  select distinct 'import_changed ' || store_id
  from import
  where store_id = any (stores)
    and (status in ('planning', 'running') or finished_at > since or planned_at > since)
  union all
  select distinct 'record_changed ' || store_id || ' ' || record_subject(entity)
  from audit
  where store_id = any (stores) and at > since and record_subject(entity) is not null
$$;
revoke all on function list_process_messages from public;
grant execute on function list_process_messages to storewright_app;

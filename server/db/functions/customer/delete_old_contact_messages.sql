-- Deletes up to `max_count` contact messages older than a year and returns how many it deleted.
create or replace function delete_old_contact_messages(max_count integer) returns integer
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with deleted as (
    delete from contact_message m
    using (
      select business_id, id
      from contact_message
      where created_at < now() - interval '1 year'
      order by created_at
      limit max_count
    ) o
    where m.business_id = o.business_id and m.id = o.id
    returning 1
  )
  select count(*)::integer from deleted
$$;
revoke all on function delete_old_contact_messages from public;
grant execute on function delete_old_contact_messages to storewright_app;

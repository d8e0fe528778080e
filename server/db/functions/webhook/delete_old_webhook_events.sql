-- Deletes up to `max_count` webhook events older than 30 days with their deliveries and returns how
-- many it deleted. An event with a newer delivery stays.
create or replace function delete_old_webhook_events(max_count integer) returns integer
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with deleted as (
    delete from webhook_event e
    using (
      select business_id, id
      from webhook_event o
      where created_at < now() - interval '30 days'
        and not exists (
          select 1
          from webhook_delivery d
          where d.business_id = o.business_id and d.event_id = o.id and d.created_at >= now() - interval '30 days')
      order by created_at
      limit max_count
    ) o
    where e.business_id = o.business_id and e.id = o.id
    returning 1
  )
  select count(*)::integer from deleted
$$;
revoke all on function delete_old_webhook_events from public;
grant execute on function delete_old_webhook_events to storewright_app;

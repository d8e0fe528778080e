-- Deletes up to `max_count` emails of every store that were not confirmed in 30 days and returns how many.
create or replace function delete_unconfirmed_subscribers(max_count integer) returns integer
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with deleted as (
    delete from subscriber s
    using (
      select business_id, id
      from subscriber
      where state = 'pending' and requested_at < now() - interval '30 days'
      order by requested_at
      limit max_count
    ) o
    where s.business_id = o.business_id and s.id = o.id and s.state = 'pending'
    returning 1
  )
  select count(*)::integer from deleted
$$;
revoke all on function delete_unconfirmed_subscribers from public;
grant execute on function delete_unconfirmed_subscribers to storewright_app;

-- Deletes up to `max_count` alerts of every store that were not confirmed in 30 days, or that ended and
-- were requested more than a year ago, and returns how many.
create or replace function delete_old_product_alerts(max_count integer) returns integer
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with deleted as (
    delete from product_alert a
    using (
      select business_id, id
      from product_alert
      where state = 'pending' and requested_at < now() - interval '30 days'
        or state in ('sent', 'unsubscribed') and requested_at < now() - interval '1 year'
      order by requested_at
      limit max_count
    ) o
    where a.business_id = o.business_id and a.id = o.id and a.state <> 'confirmed'
    returning 1
  )
  select count(*)::integer from deleted
$$;
revoke all on function delete_old_product_alerts from public;
grant execute on function delete_old_product_alerts to storewright_app;

-- Deletes up to `max_count` carts that did not change for 30 days and returns how many it deleted.
create or replace function delete_old_carts(max_count integer) returns integer
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with deleted as (
    delete from cart c
    using (
      select business_id, id
      from cart
      where updated_at < now() - interval '30 days'
      order by updated_at
      limit max_count
    ) o
    where c.business_id = o.business_id and c.id = o.id and c.updated_at < now() - interval '30 days'
    returning 1
  )
  select count(*)::integer from deleted
$$;
revoke all on function delete_old_carts from public;
grant execute on function delete_old_carts to storewright_app;

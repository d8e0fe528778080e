-- Returns whether shoppers see all categories above a category. It reads the hidden ones too, which
-- the role of the storefront must not.
create or replace function has_visible_parents(store uuid, parent_id uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with recursive ancestor as (
    select c.id, c.parent, c.status from category c where c.store_id = store and c.id = parent_id
    union
    select c.id, c.parent, c.status
    from ancestor a
    join category c on c.store_id = store and c.id = a.parent
    where a.status = 'visible'
  )
  select not exists (select from ancestor where status <> 'visible')
$$;
revoke all on function has_visible_parents from public;
grant execute on function has_visible_parents to storewright_storefront, storewright_app;

-- A category below a hidden one is hidden too: its page, its link and its place in the sitemap. The
-- function is that of `server/db/functions`, which can exist already.
create or replace function has_visible_parents(store uuid, parent_id uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with recursive ancestor as (
    select c.id, c.parent, c.status from category c where c.business_id = store and c.id = parent_id
    union
    select c.id, c.parent, c.status
    from ancestor a
    join category c on c.business_id = store and c.id = a.parent
    where a.status = 'visible'
  )
  select not exists (select from ancestor where status <> 'visible')
$$;
revoke all on function has_visible_parents from public;
grant execute on function has_visible_parents to storewright_storefront;

alter policy storefront on category using (
  status = 'visible' and (parent is null or has_visible_parents(business_id, parent)));

-- Makes the cached pages of the store invalid, once in a transaction. Earlier revisions are deleted
-- first, except those that another transaction deletes at the same time: few rows are read then, and
-- the new row alone changes the value of all of them.
create or replace function add_storefront_revision() returns trigger language plpgsql as $$
declare
  changed jsonb := to_jsonb(coalesce(new, old));
  store uuid := coalesce(changed ->> 'business_id', changed ->> 'id');
begin
  if current_setting('app.storefront_revised', true) = store::text then return null; end if;
  -- A store is deleted, and its rows with it, outside any store.
  if current_business_or_null() is distinct from store then return null; end if;
  perform set_config('app.storefront_revised', store::text, true);
  delete from storefront_revision r
  using (
    select id
    from storefront_revision
    where business_id = store
    order by id
    limit 10
    for update skip locked
  ) o
  where r.business_id = store and r.id = o.id;
  insert into storefront_revision (business_id) select id from business where id = store;
  return null;
end $$;

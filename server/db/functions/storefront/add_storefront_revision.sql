-- Makes the cached pages of the store invalid, once in a transaction. Earlier revisions are deleted
-- first, except those that another transaction deletes at the same time: few rows are read then, and
-- the new row alone changes the value of all of them.
create or replace function add_storefront_revision() returns trigger language plpgsql as $$
declare
  changed jsonb := to_jsonb(coalesce(new, old));
  changed_store uuid := coalesce(changed ->> 'store_id', changed ->> 'id');
begin
  if current_setting('app.storefront_revised', true) = changed_store::text then return null; end if;
  -- A store is deleted, and its rows with it, outside any store.
  if current_store_or_null() is distinct from changed_store then return null; end if;
  perform set_config('app.storefront_revised', changed_store::text, true);
  delete from storefront_revision r
  using (
    select id
    from storefront_revision
    where store_id = changed_store
    order by id
    limit 10
    for update skip locked
  ) o
  where r.store_id = changed_store and r.id = o.id;
  insert into storefront_revision (store_id) select id from store where id = changed_store;
  return null;
end $$;

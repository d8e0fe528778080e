-- Invalidates the cached pages of the current store, once per transaction. Replaces a revision that no other
-- transaction is replacing, or adds one, so writers never wait for each other. The new id changes the value that
-- find_storefront_host computes from all revisions.
create or replace function add_storefront_revision() returns trigger language plpgsql as $$
declare
  changed_store uuid := current_store_or_null();
  free_row uuid;
  ignored text;
begin
  -- No store is current while a store and its rows are deleted.
  if changed_store is null or current_setting('app.storefront_revised', true) = changed_store::text then
    return null;
  end if;
  -- An assignment takes less time than PERFORM.
  ignored := set_config('app.storefront_revised', changed_store::text, true);
  -- Two statements, because one would not see a row that was replaced while it began.
  select id into free_row from storefront_revision
  where store_id = changed_store limit 1 for update skip locked;
  if free_row is not null then
    update storefront_revision set id = new_id(), created_at = now()
    where store_id = changed_store and id = free_row;
  else
    insert into storefront_revision (store_id) select id from store where id = changed_store;
  end if;
  return null;
end $$;

-- Rejects a change that leaves a store without an active owner. Changes of ownership in one store
-- are serialized by a lock, so two owners cannot remove each other at the same time.
create or replace function require_store_owner() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('staff ' || old.store_id, 0));
  if exists (select 1 from store where id = old.store_id)
    and not exists (
      select 1 from membership where store_id = old.store_id and role = 'owner' and status = 'active') then
    raise exception 'a store needs an owner'
      using errcode = 'check_violation', constraint = 'membership__role__last_owner';
  end if;
  return null;
end $$;
revoke all on function require_store_owner from public;

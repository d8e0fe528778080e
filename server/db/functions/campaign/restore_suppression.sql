-- Suppresses an address again if it returns after the erasure of its customer. Staff see it then, and can allow it.
create or replace function restore_suppression() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  -- Most stores have none, so their addresses are not hashed.
  if not exists (select from erased_suppression x where x.store_id = new.store_id) then return null; end if;
  with returned as (
    delete from erased_suppression x
    where x.store_id = new.store_id and x.email_hash = suppression_hash(new.email)
    returning x.reason)
  insert into email_suppression (store_id, email, reason)
  select new.store_id, lower(new.email), r.reason from returned r
  on conflict on constraint email_suppression__email__taken do nothing;
  return null;
end $$;
revoke all on function restore_suppression from public;

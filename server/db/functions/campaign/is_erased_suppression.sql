-- Returns whether an address was suppressed in the current store when its customer was erased.
create or replace function is_erased_suppression(address text) returns boolean language sql stable as $$
  select exists (
    select from erased_suppression x
    where x.store_id = current_store() and x.email_hash = suppression_hash(address))
$$;
revoke all on function is_erased_suppression from public;
grant execute on function is_erased_suppression to storewright_app;

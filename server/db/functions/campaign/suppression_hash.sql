-- Returns the keyed hash of an address for the current store, so that a suppression outlives the address.
-- Without the key, which only the owner of the tables reads, no one can test guessed addresses.
create or replace function suppression_hash(address text) returns bytea
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select sha256(i.email_hash_key || sha256(
    i.email_hash_key || uuid_send(current_store()) || convert_to(lower(address), 'UTF8')))
  from installation i
$$;
revoke all on function suppression_hash from public;

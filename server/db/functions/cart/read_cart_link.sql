-- Returns the encrypted token of the cart that a link opens, or null after the link has expired.
create or replace function read_cart_link(wanted_code_hash bytea) returns bytea
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select k.sealed_token from cart_link k
  where k.store_id = current_store() and k.code_hash = wanted_code_hash and k.expires_at > now()
$$;
revoke all on function read_cart_link from public;
grant execute on function read_cart_link to storewright_storefront;

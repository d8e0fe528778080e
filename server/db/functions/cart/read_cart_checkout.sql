-- Returns the entries of the checkout of the cart with the token.
create or replace function read_cart_checkout(cart_token bytea) returns jsonb
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select c.checkout from cart c where c.store_id = current_store() and c.token_hash = cart_token
$$;
revoke all on function read_cart_checkout from public;
grant execute on function read_cart_checkout to storewright_storefront;

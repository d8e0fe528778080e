-- Stores the entries of the checkout in the cart with the token.
create or replace function set_cart_checkout(cart_token bytea, new_checkout jsonb) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update cart c set checkout = new_checkout, updated_at = now()
  where c.store_id = current_store() and c.token_hash = cart_token
$$;
revoke all on function set_cart_checkout from public;
grant execute on function set_cart_checkout to storewright_storefront;

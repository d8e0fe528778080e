-- Changes the note of the cart with the token.
create or replace function set_cart_note(cart_token bytea, new_note text) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update cart c set note = new_note, updated_at = now()
  where c.store_id = current_store() and c.token_hash = cart_token
$$;
revoke all on function set_cart_note from public;
grant execute on function set_cart_note to storewright_storefront;

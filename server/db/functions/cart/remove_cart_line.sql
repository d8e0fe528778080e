-- Removes a line from the cart with the token. A line that another page has removed is no error.
create or replace function remove_cart_line(cart_token bytea, removed_line uuid) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  used_cart uuid;
begin
  update cart c set updated_at = now()
  where c.store_id = current_store() and c.token_hash = cart_token
  returning c.id into used_cart;
  delete from cart_line l
  where l.store_id = current_store() and l.cart_id = used_cart and l.id = removed_line;
end $$;
revoke all on function remove_cart_line from public;
grant execute on function remove_cart_line to storewright_storefront;

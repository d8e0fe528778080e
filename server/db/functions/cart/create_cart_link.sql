-- Stores a link to the cart with the token for another device, instead of an earlier one, and returns
-- whether there is such a cart.
create or replace function create_cart_link(
  cart_token bytea, new_code_hash bytea, new_sealed_token bytea, days integer
) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  used_cart uuid;
begin
  update cart c set updated_at = now()
  where c.store_id = current_store() and c.token_hash = cart_token
  returning c.id into used_cart;
  if not found then return false; end if;
  insert into cart_link (cart_id, kind, code_hash, sealed_token, expires_at)
  values (used_cart, 'device', new_code_hash, new_sealed_token, now() + make_interval(days => days))
  on conflict (store_id, cart_id, kind) do update set
    code_hash = excluded.code_hash,
    sealed_token = excluded.sealed_token,
    expires_at = excluded.expires_at;
  return true;
end $$;
revoke all on function create_cart_link from public;
grant execute on function create_cart_link to storewright_storefront;

-- Copies the lines of one cart into another, both named by their tokens, or into a new cart with the second
-- token. Nothing that the shopper entered at the checkout is copied. Returns null, or the code of an
-- error for which the caller rolls back. Of the same variant, the larger quantity stays, so that a link
-- that is opened again changes nothing.
create or replace function copy_cart(from_token bytea, into_token bytea, max_lines integer)
returns text
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  from_cart uuid;
  into_cart uuid;
begin
  -- In the order of their ids, so that two copies in opposite directions wait instead of failing.
  perform from cart c
  where c.store_id = current_store() and c.token_hash in (from_token, into_token)
  order by c.id for update;
  select c.id into from_cart from cart c where c.store_id = current_store() and c.token_hash = from_token;
  if from_cart is null then return null; end if;
  update cart c set updated_at = now()
  where c.store_id = current_store() and c.token_hash = into_token
  returning c.id into into_cart;
  if not found then
    insert into cart (token_hash) values (into_token) returning id into into_cart;
  end if;

  insert into cart_line as l (
    cart_id, variant_id, title, variant_title, price, currency, quantity, asked_quantity, created_at)
  select into_cart, f.variant_id, f.title, f.variant_title, f.price, f.currency, f.quantity, f.asked_quantity,
    f.created_at
  from cart_line f
  where f.store_id = current_store() and f.cart_id = from_cart
  order by f.id
  on conflict on constraint cart_line__variant do update set
    quantity = greatest(l.quantity, excluded.quantity),
    asked_quantity = greatest(l.asked_quantity, excluded.asked_quantity);
  if (
    select count(*) from cart_line l where l.store_id = current_store() and l.cart_id = into_cart
  ) > max_lines then
    return 'too_many_entries';
  end if;
  return null;
end $$;
revoke all on function copy_cart from public;
grant execute on function copy_cart to storewright_storefront;

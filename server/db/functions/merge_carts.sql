-- Moves the lines of one cart into another, both named by their tokens, and deletes the first one.
-- Returns null, or the code of an error for which the caller rolls back. Quantities of the same variant
-- are added, up to the most that a line can have and the units left.
create or replace function merge_carts(
  from_token bytea, into_token bytea, max_quantity integer, max_lines integer
) returns text
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  from_cart uuid;
  into_cart uuid;
begin
  -- In the order of their ids, so that two mergers in opposite directions wait instead of failing.
  perform from cart c
  where c.business_id = current_business() and c.token_hash in (from_token, into_token)
  order by c.id for update;
  select c.id into from_cart from cart c where c.business_id = current_business() and c.token_hash = from_token;
  select c.id into into_cart from cart c where c.business_id = current_business() and c.token_hash = into_token;
  if from_cart is null or into_cart is null or from_cart = into_cart then return null; end if;

  insert into cart_line as l (
    cart_id, variant_id, title, variant_title, price, currency, quantity, asked_quantity, created_at)
  select into_cart, f.variant_id, f.title, f.variant_title, f.price, f.currency, f.quantity, f.asked_quantity,
    f.created_at
  from cart_line f
  where f.business_id = current_business() and f.cart_id = from_cart
  order by f.id
  on conflict on constraint cart_line__variant do update set
    quantity = least(
      l.quantity + excluded.quantity, max_quantity,
      (
        select case
          when v.track_stock and not v.allow_backorder then greatest(v.stock, l.quantity) else max_quantity
        end
        from variant v where v.business_id = l.business_id and v.id = l.variant_id)),
    asked_quantity = l.asked_quantity + excluded.asked_quantity;
  update cart c set
    note = case when c.note = '' then f.note else c.note end,
    checkout = case when c.checkout = '{}' then f.checkout else c.checkout end,
    updated_at = now()
  from cart f
  where c.business_id = current_business() and c.id = into_cart
    and f.business_id = current_business() and f.id = from_cart;
  delete from cart c where c.business_id = current_business() and c.id = from_cart;
  if (
    select count(*) from cart_line l where l.business_id = current_business() and l.cart_id = into_cart
  ) > max_lines then
    return 'too_many_entries';
  end if;
  return null;
end $$;
revoke all on function merge_carts from public;
grant execute on function merge_carts to storewright_storefront;

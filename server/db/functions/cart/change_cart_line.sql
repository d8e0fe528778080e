-- Changes the quantity of a line, reduced to the units left and the largest quantity, and returns null. The
-- shopper has seen the current price, so the line keeps it. Returns the code of an error instead of changing
-- a line that is not in the cart or cannot be bought.
create or replace function change_cart_line(
  cart_token bytea, wanted_line uuid, wanted_quantity integer, max_quantity integer
) returns text
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  used_cart uuid;
begin
  update cart c set updated_at = now()
  where c.store_id = current_store() and c.token_hash = cart_token
    and exists (
      select from cart_line l
      where l.store_id = c.store_id and l.cart_id = c.id and l.id = wanted_line)
  returning c.id into used_cart;
  if not found then return 'not_found'; end if;
  update cart_line l
  set title = p.title,
    variant_title = array_to_string(v.options, ' / '),
    price = v.price,
    currency = s.currency,
    quantity = least(
      wanted_quantity, max_quantity, case when v.track_stock and not v.allow_backorder then v.stock end),
    asked_quantity = wanted_quantity
  from variant v
  join product p on p.store_id = v.store_id and p.id = v.product_id and p.status = 'active'
  join store s on s.id = v.store_id
  where l.store_id = current_store() and l.cart_id = used_cart and l.id = wanted_line
    and v.store_id = l.store_id and v.id = l.variant_id
    and (v.stock > 0 or v.allow_backorder or not v.track_stock);
  return case when not found then 'not_sold' end;
end $$;
revoke all on function change_cart_line from public;
grant execute on function change_cart_line to storewright_storefront;

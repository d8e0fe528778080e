-- Adds units of a variant to the cart with the token, or to a new cart with the new token, and returns
-- null. Otherwise it returns the code of an error, and the caller rolls back. The quantity is reduced
-- to the units left. A new line has the price that the shopper saw, by default that of the variant. The lock
-- of the cart makes simultaneous additions wait for each other, so none is lost and the number of lines is
-- exact.
create or replace function add_to_cart(
  cart_token bytea, new_token bytea, wanted_variant uuid, wanted_quantity integer, max_quantity integer,
  max_lines integer, shown_price bigint default null
) returns text
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  sold record;
  used_cart uuid;
begin
  select v.price, p.title, s.currency, array_to_string(v.options, ' / ') as variant_title,
    case when v.track_stock and not v.allow_backorder then least(v.stock, max_quantity) else max_quantity end as units
  into sold
  from variant v
  join product p on p.store_id = v.store_id and p.id = v.product_id
  join store s on s.id = v.store_id
  where v.store_id = current_store() and v.id = wanted_variant and p.status = 'active';
  if not found then return 'not_sold'; end if;
  if sold.units <= 0 then return 'line_out_of_stock'; end if;

  update cart c set updated_at = now()
  where c.store_id = current_store() and c.token_hash = cart_token
  returning c.id into used_cart;
  if not found then
    insert into cart (token_hash) values (new_token) returning id into used_cart;
  end if;

  insert into cart_line as l (cart_id, variant_id, title, variant_title, price, currency, quantity, asked_quantity)
  values (used_cart, wanted_variant, sold.title, sold.variant_title, coalesce(shown_price, sold.price), sold.currency,
    least(wanted_quantity, sold.units), wanted_quantity)
  on conflict on constraint cart_line__variant do update set
    title = excluded.title,
    variant_title = excluded.variant_title,
    price = excluded.price,
    currency = excluded.currency,
    quantity = least(l.quantity + wanted_quantity, sold.units),
    asked_quantity = l.quantity + wanted_quantity;

  if (
    select count(*) from cart_line l where l.store_id = current_store() and l.cart_id = used_cart
  ) > max_lines then
    return 'too_many_entries';
  end if;
  return null;
end $$;
revoke all on function add_to_cart from public;
grant execute on function add_to_cart to storewright_storefront;

-- Returns the lines of the cart with the token, in the order in which they were added. An empty cart
-- has one row without a line. A quantity above the units left is reduced first, and stays reduced when
-- the stock rises again, so that it never changes without a message on the page. The price is null if it is
-- in an earlier currency of the store.
create or replace function read_cart(cart_token bytea)
returns table (
  note text, line_id uuid, variant_id uuid, title text, variant_title text, price bigint, quantity integer,
  asked_quantity integer
)
language plpgsql rows 10 security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  used_cart uuid := (
    select id from cart where store_id = current_store() and token_hash = cart_token);
begin
  if exists (
    select from cart_line l
    join variant v on v.store_id = l.store_id and v.id = l.variant_id
    where l.store_id = current_store() and l.cart_id = used_cart
      and v.track_stock and not v.allow_backorder and v.stock > 0 and l.quantity > v.stock
  ) then
    perform from cart where store_id = current_store() and id = used_cart for update;
    update cart_line l set quantity = v.stock
    from variant v
    where l.store_id = current_store() and l.cart_id = used_cart
      and v.store_id = l.store_id and v.id = l.variant_id
      and v.track_stock and not v.allow_backorder and v.stock > 0 and l.quantity > v.stock;
  end if;
  return query
    select c.note, l.id, l.variant_id, l.title, l.variant_title,
      case when l.currency in ('', s.currency) then l.price end, l.quantity, l.asked_quantity
    from cart c
    join store s on s.id = c.store_id
    left join cart_line l on l.store_id = c.store_id and l.cart_id = c.id
    where c.store_id = current_store() and c.id = used_cart
    order by l.id;
end $$;
revoke all on function read_cart from public;
grant execute on function read_cart to storewright_storefront, storewright_app;

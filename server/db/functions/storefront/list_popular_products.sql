-- Returns the products that most of the newest orders contain. Requires two orders, so that the
-- result does not reveal the order of one customer. The number of orders that are read does not grow.
create or replace function list_popular_products(max_count integer)
returns table (product_id uuid, order_count integer)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select l.product_id, count(distinct l.order_id)::integer
  from (
    select o.id, o.status from "order" o
    where o.store_id = current_store()
    order by o.created_at desc, o.id desc limit 300
  ) newest
  join order_line l on l.store_id = current_store() and l.order_id = newest.id
    and newest.status not in ('draft', 'cancelled') and l.product_id is not null
  group by l.product_id
  having count(distinct l.order_id) >= 2
  order by 2 desc, l.product_id desc
  limit max_count
$$;
revoke all on function list_popular_products from public;
grant execute on function list_popular_products to storewright_storefront, storewright_app;

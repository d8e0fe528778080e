-- Returns the products that the newest orders of some products contain most often besides these.
-- Requires two orders, so that the result does not reveal the order of one customer. The number of
-- orders that are read does not grow.
create or replace function list_bought_together(products uuid[], max_count integer)
returns table (product_id uuid, order_count integer)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select l.product_id, count(distinct l.order_id)::integer
  from (
    select distinct recent.order_id
    from unnest(products) bought (product_id)
    cross join lateral (
      select b.order_id from order_line b
      where b.store_id = current_store() and b.product_id = bought.product_id
      order by b.order_id desc limit 1 + 200 / cardinality(products)
    ) recent
  ) newest
  join "order" o on o.store_id = current_store() and o.id = newest.order_id
    and o.status not in ('draft', 'cancelled')
  join order_line l on l.store_id = o.store_id and l.order_id = o.id and l.product_id <> all (products)
  group by l.product_id
  having count(distinct l.order_id) >= 2
  order by 2 desc, l.product_id desc
  limit max_count
$$;
revoke all on function list_bought_together from public;
grant execute on function list_bought_together to storewright_storefront, storewright_app;

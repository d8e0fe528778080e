-- Derives the columns of these products that follow from their variants, and writes those that
-- changed: a new product already has them (server/product/rule/summarize-variants.ts). Locks the products in
-- the order of their ids, so that two orders on variants of the same products do not deadlock.
-- PostgreSQL would plan the queries again for each array of ids, which takes longer than running them.
create or replace function refresh_products(ids uuid[]) returns void language plpgsql
set plan_cache_mode = force_generic_plan as $$
begin
  perform 1 from product where store_id = current_store() and id = any (ids) order by id for no key update;
  update product p
  set price = v.price, compare_at_price = v.compare_at_price, sku = v.sku, codes = v.codes, stock = v.stock,
    track_stock = v.track_stock, variant_count = v.variant_count
  from (
    select product_id,
      min(price) as price,
      (array_agg(compare_at_price order by price, position))[1] as compare_at_price,
      case when count(*) = 1 then min(sku) else '' end as sku,
      coalesce(
        string_agg(concat_ws(' ', nullif(sku, ''), nullif(barcode, '')), ' ' order by position)
          filter (where sku <> '' or barcode <> ''), '') as codes,
      coalesce(sum(stock) filter (where track_stock), 0)::integer as stock,
      bool_or(track_stock) as track_stock,
      count(*)::integer as variant_count
    from variant
    where store_id = current_store() and product_id = any (ids)
    group by product_id
  ) v
  where p.store_id = current_store() and p.id = v.product_id
    and (p.price, p.compare_at_price, p.sku, p.codes, p.stock, p.track_stock, p.variant_count)
      is distinct from
      (v.price, v.compare_at_price, v.sku, v.codes, v.stock, v.track_stock, v.variant_count);
end $$;

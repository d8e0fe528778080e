-- Derives the columns of these products that follow from their variants, and writes those that
-- changed: a new product already has them (server/product/rule/write-products.ts). Locks the products in
-- the order of their ids, so that two orders on variants of the same products do not deadlock.
create or replace function refresh_products(ids uuid[]) returns void language plpgsql as $$
begin
  perform 1 from product where store_id = current_store() and id = any (ids) order by id for no key update;
  update product p
  set price = s.price, compare_at_price = s.compare_at_price, sku = s.sku, codes = s.codes, stock = s.stock,
    track_stock = s.track_stock, variant_count = s.variant_count
  from unnest(ids) changed (product_id), summarize_variants(array(
    select v from variant v where v.store_id = current_store() and v.product_id = changed.product_id)) s
  where p.store_id = current_store() and p.id = changed.product_id and s.variant_count > 0
    and (p.price, p.compare_at_price, p.sku, p.codes, p.stock, p.track_stock, p.variant_count)
      is distinct from
      (s.price, s.compare_at_price, s.sku, s.codes, s.stock, s.track_stock, s.variant_count);
end $$;

-- Derives the columns of these products that follow from their variants, and writes those that
-- changed: a new product already has them (server/product/rule/write-products.ts). Locks the products in
-- the order of their ids, so that two orders on variants of the same products do not deadlock. Reads one
-- product at a time: PostgreSQL keeps the plans for one id, but plans those for a list again in each call.
create or replace function refresh_products(ids uuid[]) returns void language plpgsql as $$
declare
  changed_id uuid;
  stored record;
  derived record;
begin
  foreach changed_id in array array(select distinct id from unnest(ids) id order by id) loop
    select price, compare_at_price, sku, codes, stock, track_stock, variant_count into stored
    from product where store_id = current_store() and id = changed_id for no key update;
    select s.* into derived
    from summarize_variants(array(
      select v from variant v where v.store_id = current_store() and v.product_id = changed_id)) s;
    if derived.variant_count > 0 and derived is distinct from stored then
      update product
      set price = derived.price, compare_at_price = derived.compare_at_price, sku = derived.sku,
        codes = derived.codes, stock = derived.stock, track_stock = derived.track_stock,
        variant_count = derived.variant_count
      where store_id = current_store() and id = changed_id;
    end if;
  end loop;
end $$;

-- Adds a notification for each variant whose stock falls to the limit of the store; not again until it has
-- been above the limit. An import that sets the stock of a whole catalog would hide all other notifications.
create or replace function add_low_stock_notification() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('app.request_id', true), '') like 'import-%' then return null; end if;
  perform add_notification('stock_low', 'product', n.product_id, jsonb_build_object(
    'title', p.title,
    'variantTitle', array_to_string(n.options, ' / '),
    'sku', n.sku,
    'stock', n.stock))
  from changed n
  join old_variants o on o.store_id = n.store_id and o.id = n.id
  join store s on s.id = n.store_id
  join product p on p.store_id = n.store_id and p.id = n.product_id
  where n.track_stock and o.stock > s.low_stock_threshold and n.stock <= s.low_stock_threshold;
  return null;
end $$;

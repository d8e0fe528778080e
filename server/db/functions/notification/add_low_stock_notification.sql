-- Adds a notification when the stock falls to the limit of the store; not again until it has been
-- above the limit.
create or replace function add_low_stock_notification() returns trigger language plpgsql as $$
declare
  low_stock integer := (select low_stock_threshold from store where id = new.store_id);
begin
  if old.stock > low_stock and new.stock <= low_stock then
    perform add_notification('stock_low', 'product', new.product_id, (
      select jsonb_build_object(
        'title', p.title,
        'variantTitle', array_to_string(new.options, ' / '),
        'sku', new.sku,
        'stock', new.stock)
      from product p
      where p.store_id = new.store_id and p.id = new.product_id));
  end if;
  return null;
end $$;

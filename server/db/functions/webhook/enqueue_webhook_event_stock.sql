-- Adds an event for each stock movement (`StockPayload` in contract/developer/webhook-payload.ts). Movements
-- are never merged, because their changes add up.
create or replace function enqueue_webhook_event_stock() returns trigger language plpgsql as $$
begin
  if has_webhook_for('stock.changed') then
    perform add_webhook_event('stock.changed', new.id, (
      select jsonb_build_object(
        'product', v.product_id,
        'variant', v.id,
        'title', p.title,
        'variantTitle', array_to_string(v.options, ' / '),
        'sku', v.sku,
        'stock', new.stock_after,
        'change', new.delta,
        'reason', new.reason,
        'order', new.order_id)
      from variant v
      join product p on p.store_id = v.store_id and p.id = v.product_id
      where v.store_id = new.store_id and v.id = new.variant_id));
  end if;
  return null;
end $$;

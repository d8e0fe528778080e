-- Adds an event for each stock movement of a statement (`StockPayload` in contract/developer/webhook-payload.ts).
-- Movements are never merged, because their changes add up.
create or replace function enqueue_webhook_event_stock() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if has_webhook_for('stock.changed') then
    perform add_webhook_event('stock.changed', m.id, jsonb_build_object(
      'product', v.product_id,
      'variant', v.id,
      'title', p.title,
      'variantTitle', array_to_string(v.options, ' / '),
      'sku', v.sku,
      'stock', m.stock_after,
      'change', m.delta,
      'reason', m.reason,
      'order', m.order_id))
    from moved m
    join variant v on v.store_id = m.store_id and v.id = m.variant_id
    join product p on p.store_id = v.store_id and p.id = v.product_id
    order by m.id;
  end if;
  return null;
end $$;
revoke all on function enqueue_webhook_event_stock from public;

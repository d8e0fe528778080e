-- Returns the data of a product event (`ProductPayload` in contract/developer/webhook-payload.ts,
-- which declares the fields), or null when the product does not exist.
create or replace function product_webhook_payload(wanted_id uuid) returns jsonb language sql stable as $$
  select jsonb_build_object(
    :product_fields,
    'variants', coalesce((
      select jsonb_agg(jsonb_build_object(:variant_fields) order by v.position, v.id)
      from variant v
      where v.store_id = p.store_id and v.product_id = p.id), '[]'))
  from product p
  where p.store_id = current_store() and p.id = wanted_id
$$;

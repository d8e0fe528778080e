-- Returns the data of a product event (`ProductPayload` in contract/developer/webhook-payload.ts), or null
-- when the product does not exist. Leaves out the cost of the variants, which only the store may
-- read.
create or replace function product_webhook_payload(wanted_id uuid) returns jsonb language sql stable as $$
  select jsonb_build_object(
    '_id', p.id,
    'title', p.title,
    'slug', p.slug,
    'status', p.status,
    'vendor', p.vendor,
    'productType', p.product_type,
    'tags', to_jsonb(p.tags),
    'options', p.options,
    'price', p.price,
    'compareAtPrice', p.compare_at_price,
    'stock', p.stock,
    'trackStock', p.track_stock,
    'image', p.image,
    'version', p.version,
    'createdAt', p.created_at,
    'updatedAt', p.updated_at,
    'variants', coalesce((
      select jsonb_agg(
        jsonb_build_object(
          '_id', v.id,
          'options', to_jsonb(v.options),
          'sku', v.sku,
          'barcode', v.barcode,
          'price', v.price,
          'compareAtPrice', v.compare_at_price,
          'trackStock', v.track_stock,
          'stock', v.stock,
          'allowBackorder', v.allow_backorder,
          'weight', v.weight,
          'measureAmount', v.measure_amount,
          'measureUnit', v.measure_unit,
          'referenceAmount', v.reference_amount)
        order by v.position, v.id)
      from variant v
      where v.business_id = p.business_id and v.product_id = p.id), '[]'))
  from product p
  where p.business_id = current_business() and p.id = wanted_id
$$;

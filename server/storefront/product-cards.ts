import type { Tx } from '../lib/db/db.ts'

/** Shoppers see the number of units left up to this number. The trigger of `product` has it too. */
export const maxShownUnits = 5

/** Selects products `p` as cards. */
export const selectCards = (tx: Tx) => tx`
  p.title, '/products/' || p.slug as path, p.vendor, p.price, p.compare_at_price,
  p.variant_count > 1 and exists (
    select from variant v
    where v.business_id = p.business_id and v.product_id = p.id and v.price > p.price
  ) as has_price_range,
  (
    select jsonb_build_object(
      'priorPrice', v.prior_price, 'measureAmount', v.measure_amount, 'measureUnit', v.measure_unit,
      'referenceAmount', v.reference_amount)
    from variant v
    where v.business_id = p.business_id and v.product_id = p.id and v.price = p.price
      and (v.prior_price is not null or v.measure_unit is not null)
    order by v.position, v.id limit 1
  ) as price_details,
  ${isAvailable(tx)} as is_available,
  (
    select jsonb_build_object(
      'url', m.url, 'alt', coalesce(nullif(i.alt, ''), m.alt), 'width', m.width, 'height', m.height)
    from product_image i join media m on m.business_id = i.business_id and m.id = i.media_id
    where i.business_id = p.business_id and i.product_id = p.id and i.state = 'ready'
    order by i.position, i.id limit 1
  ) as image`

/** Whether a product `p` can be bought. */
export const isAvailable = (tx: Tx) => tx`(p.stock > 0 or not p.track_stock or exists (
  select from variant v
  where v.business_id = p.business_id and v.product_id = p.id
    and (v.allow_backorder or not v.track_stock)))`

import type { StorefrontCard } from '#contract/storefront/storefront-page.ts'
import type { SqlFragment } from '../../lib/call/list.ts'
import type { Tx } from '../../lib/db/db.ts'
import { selectOptions } from './select-options.ts'

/** Shoppers see the number of units left up to this number. The trigger of `product` has it too. */
export const maxShownUnits = 5

/**
 * Countries whose law lists the prices that a price can be compared with, without recommended ones:
 * Switzerland (PBV, article 16).
 */
const countriesWithoutRecommendedPrices = ['CH']

/** Selects a compare-at price that is above the price, if the country of the store allows it. */
export const selectRecommendedPrice = (
  tx: Tx,
  price: SqlFragment,
  compareAtPrice: SqlFragment,
) => tx`
  case when ${compareAtPrice} > ${price} and not exists (
    select from store s
    where s.id = current_store() and s.address ->> 'country' = any (${countriesWithoutRecommendedPrices})
  ) then ${compareAtPrice} end`

/** Selects the prior price of a variant `v` whose price is reduced. */
export const selectPriorPrice = (tx: Tx) =>
  tx`case when v.prior_price > v.price then v.prior_price end`

/**
 * Loads the visible products among the ids as cards, in their order. PostgreSQL keeps one plan, because
 * it does not estimate the length of a JSON array and no limit is a parameter. Planning takes longer than
 * running it.
 */
export const loadCards = async (tx: Tx, ids: readonly string[]): Promise<StorefrontCard[]> =>
  ids.length === 0
    ? []
    : tx<StorefrontCard[]>`
        select ${selectCards(tx)}
        from jsonb_to_recordset(${tx.json(ids.map((id, position) => ({ id, position })))})
          listed (id uuid, position integer)
        join product p on p.store_id = current_store() and p.id = listed.id and p.status = 'active'
        ${joinCardColumns(tx)}
        order by listed.position`

/** Loads the cards of the products that a query selects, in its order. */
export const loadSelectedCards = async (
  tx: Tx,
  query: PromiseLike<readonly { id: string }[]>,
): Promise<StorefrontCard[]> =>
  loadCards(
    tx,
    (await query).map(({ id }) => id),
  )

/** Selects products `p` as cards. The query must include `joinCardColumns`. */
export const selectCards = (tx: Tx) => tx`
  p.id as "_id", p.title, '/products/' || p.slug as path, p.vendor, p.price,
  ${selectRecommendedPrice(tx, tx`p.price`, tx`p.compare_at_price`)} as recommended_price,
  p.variant_count > 1 and exists (
    select from variant v
    where v.store_id = p.store_id and v.product_id = p.id and v.price > p.price
  ) as has_price_range,
  cheapest_variant.price_details, ${isAvailable(tx)} as is_available, ${selectOptions(tx)},
  case when p.variant_count = 1 then cheapest_variant.id end as variant,
  (
    select jsonb_build_object('count', count(*), 'average', round(avg(r.rating), 1))
    from review r
    where r.store_id = p.store_id and r.product_id = p.id and r.status = 'approved'
    having count(*) > 0
  ) as rating,
  card_images.images[1] as image, card_images.images[2] as second_image`

/** Joins the cheapest variant of a product `p` and its first two images, each with one read. */
export const joinCardColumns = (tx: Tx) => tx`
  left join lateral (
    select v.id, case when v.prior_price is not null or v.measure_unit is not null then jsonb_build_object(
      'priorPrice', ${selectPriorPrice(tx)}, 'measureAmount', v.measure_amount, 'measureUnit', v.measure_unit,
      'referenceAmount', v.reference_amount) end as price_details
    from variant v
    where v.store_id = p.store_id and v.product_id = p.id and v.price = p.price
    order by v.position, v.id limit 1
  ) cheapest_variant on true
  cross join lateral (
    select array_agg(image) as images
    from (
      select ${selectCardImage(tx)} as image
      from product_image i join media m on m.store_id = i.store_id and m.id = i.media_id
      where i.store_id = p.store_id and i.product_id = p.id and i.state = 'ready'
      order by i.position, i.id limit 2
    ) image
  ) card_images`

/** Selects a `product_image i` with its `media m`. */
export const selectCardImage = (tx: Tx) => tx`json_build_object(
  'url', m.url, 'alt', coalesce(nullif(i.alt, ''), m.alt), 'width', m.width, 'height', m.height,
  'focusX', i.focus_x, 'focusY', i.focus_y)`

/** Whether a product `p` can be bought. With `exists`, PostgreSQL would sometimes read all variants of the store. */
export const isAvailable = (tx: Tx) => tx`(p.stock > 0 or not p.track_stock or (
  select true from variant v
  where v.store_id = p.store_id and v.product_id = p.id
    and (v.allow_backorder or not v.track_stock)
  limit 1) is true)`

/** Whether a variant `v` can be bought. */
export const isVariantAvailable = (tx: Tx) =>
  tx`(v.stock > 0 or v.allow_backorder or not v.track_stock)`

import type {
  StorefrontCard,
  StorefrontImage,
  StorefrontPriceDetails,
} from '#contract/storefront/storefront-page.ts'
import type { StorefrontWish } from '#contract/storefront/storefront-wish-list.ts'
import type { Tx } from '../../lib/db/db.ts'
import {
  joinCardColumns,
  selectCards,
  selectPriorPrice,
  selectRecommendedPrice,
} from '../../storefront/list/product-cards.ts'

/** A product of a list as stored. */
export type WishItem = {
  product: string
  variant: string | null
  /** Null if the store had another currency. */
  price: number | null
  wasAvailable: boolean
  hasAlert: boolean
}

/** Returns the products of a list, the newest first. Alerts of the email are those that wait. */
export const listWishItems = (
  tx: Tx,
  listId: string,
  email: string,
): PromiseLike<readonly WishItem[]> => tx<WishItem[]>`
  select i.product_id as product, i.variant_id as variant,
    case when i.currency = s.currency then i.price end as price, i.was_available,
    ${email} <> '' and exists (
      select from product_alert a
      join variant v on v.store_id = a.store_id and v.id = a.variant_id
      where v.product_id = i.product_id and a.email = ${email} and a.state = 'confirmed'
    ) as has_alert
  from wish_list_item i join store s on s.id = i.store_id
  where i.wish_list_id = ${listId}
  order by i.created_at desc, i.id desc`

type WishRow = StorefrontCard & {
  variantId: string | null
  variantOptions: string[]
  variantPrice: number
  variantRecommendedPrice: number | null
  variantPriceDetails: StorefrontPriceDetails
  variantIsAvailable: boolean
  variantImage: StorefrontImage | null
}
type Wish = StorefrontWish & { card: StorefrontCard }

/** Returns the items whose product shoppers can see, with the details of the variant. */
export async function loadWishes(tx: Tx, items: readonly WishItem[]): Promise<Wish[]> {
  if (items.length === 0) return []
  const rows = await tx<WishRow[]>`
    select ${selectCards(tx)}, v.id as variant_id, v.options as variant_options, v.price as variant_price,
      ${selectRecommendedPrice(tx, tx`v.price`, tx`v.compare_at_price`)} as variant_recommended_price,
      jsonb_build_object(
        'priorPrice', ${selectPriorPrice(tx)}, 'measureAmount', v.measure_amount,
        'measureUnit', v.measure_unit, 'referenceAmount', v.reference_amount) as variant_price_details,
      not v.track_stock or v.allow_backorder or v.stock > 0 as variant_is_available,
      (
        select jsonb_build_object(
          'url', m.url, 'alt', coalesce(nullif(i.alt, ''), m.alt), 'width', m.width, 'height', m.height)
        from product_image i join media m on m.store_id = i.store_id and m.id = i.media_id
        where i.store_id = p.store_id and i.id = v.image_id and i.state = 'ready'
      ) as variant_image
    from product p
    ${joinCardColumns(tx)}
    left join lateral (
      select v.id, v.options, v.price, v.compare_at_price, v.prior_price, v.measure_amount, v.measure_unit,
        v.reference_amount, v.track_stock, v.allow_backorder, v.stock, v.image_id
      from variant v
      where v.store_id = p.store_id and v.product_id = p.id
        and (p.variant_count = 1 or v.id = any (${items.flatMap(({ variant }) => variant ?? [])}))
      limit 1
    ) v on true
    where p.store_id = current_store() and p.status = 'active'
      and p.id = any (${items.map(({ product }) => product)})`
  const rowsById = new Map(rows.map(row => [row._id, row]))
  return items.flatMap(item => {
    const row = rowsById.get(item.product)
    return row ? [toWish(item, row)] : []
  })
}

function toWish({ price, wasAvailable, hasAlert }: WishItem, row: WishRow): Wish {
  const { variantId, variantOptions, variantPrice, variantRecommendedPrice, ...rest } = row
  const { variantPriceDetails, variantIsAvailable, variantImage, ...card } = rest
  const shownCard =
    variantId === null
      ? card
      : {
          ...card,
          path: `${card.path}?variant=${variantId}`,
          price: variantPrice,
          hasPriceRange: false,
          recommendedPrice: variantRecommendedPrice,
          priceDetails: variantPriceDetails,
          isAvailable: variantIsAvailable,
          image: variantImage ?? card.image,
        }
  return {
    card: shownCard,
    variant: variantId,
    options: variantId === null ? [] : variantOptions,
    earlierPrice: price === null || price === shownCard.price ? null : price,
    isBackInStock: shownCard.isAvailable && !wasAvailable,
    hasAlert,
  }
}

import type { StorefrontCard, StorefrontImage } from '#contract/storefront/storefront-page.ts'
import type { Tx } from '../../lib/db/db.ts'
import { isVariantAvailable, selectCardImage } from './product-cards.ts'
import { groupOptions, matchVariant } from './product-filters.ts'

type VariantRow = {
  product: string
  id: string
  options: string[]
  /** Null if the variant has no image of its own. */
  image: StorefrontImage | null
}

/**
 * Returns cards that show the variant with the filtered values such as `Color:Red`. Their second image
 * is left out, because it can show another value.
 */
export async function showMatchingVariants(
  tx: Tx,
  cards: StorefrontCard[],
  filteredValues: readonly string[] = [],
): Promise<StorefrontCard[]> {
  if (cards.length === 0 || filteredValues.length === 0) return cards
  const variants = new Map(
    (await selectMatchingVariants(tx, cards, filteredValues)).map(row => [row.product, row]),
  )
  return cards.map(card => {
    const variant = variants.get(card._id)
    if (!variant) return card
    const { id, options, image } = variant
    const path = `${card.path}?variant=${id}`
    return {
      ...card,
      shownVariant: { path, options },
      ...(image && { image, secondImage: null }),
    }
  })
}

/** Selects the first variant of each product with the values, one that can be bought if possible. */
const selectMatchingVariants = (
  tx: Tx,
  cards: readonly StorefrontCard[],
  filteredValues: readonly string[],
) => tx<VariantRow[]>`
  select distinct on (p.id) p.id as product, v.id, v.options,
    case when m.id is not null then ${selectCardImage(tx)} end as image
  from product p
  join variant v on v.store_id = p.store_id and v.product_id = p.id
  left join product_image i on i.store_id = v.store_id and i.id = v.image_id and i.state = 'ready'
  left join media m on m.store_id = i.store_id and m.id = i.media_id
  where p.store_id = current_store() and p.id = any (${cards.map(({ _id }) => _id)}::uuid[])
    and ${matchVariant(tx, { optionFilters: groupOptions(filteredValues), isAvailableOnly: false })}
  order by p.id, ${isVariantAvailable(tx)} desc, v.position, v.id`

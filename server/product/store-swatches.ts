import type { StoreSwatch, StoreSwatchQuery } from '#contract/product/store-swatch.ts'
import type { Tx } from '../lib/db/db.ts'

type SwatchRow = Pick<StoreSwatch, 'value' | 'product' | 'productTitle'> & {
  color: string | null
  image: string | null
}

/** Returns the swatches that `find_swatch` finds in other products, with the product. */
export async function listStoreSwatches(
  tx: Tx,
  { name, values = [], excludedProduct }: StoreSwatchQuery,
): Promise<StoreSwatch[]> {
  const rows = await tx<SwatchRow[]>`
    select v.value, s.color, s.image, s.id as product, s.title as "productTitle"
    from unnest(${values}::text[]) v (value)
    cross join lateral (
      select given.color, given.image, p.id, p.title from product_swatch given
      join product p on p.id = given.product_id and p.status = 'active'
      where given.store_id = current_store() and given.name = lower(${name})
        and given.value = lower(v.value) and p.id is distinct from ${excludedProduct ?? null}::uuid
      order by p.id desc
      limit 1
    ) s`
  return rows.map(({ color, image, ...swatch }) => ({
    ...swatch,
    ...(color && { color }),
    ...(image && { image }),
  }))
}

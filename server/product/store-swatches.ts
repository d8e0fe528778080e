import type { StoreSwatch, StoreSwatchQuery } from '#contract/product/store-swatch.ts'
import type { Tx } from '../lib/db/db.ts'

type SwatchRow = Pick<StoreSwatch, 'value' | 'product' | 'productTitle'> & {
  color: string | null
  image: string | null
}

/** Returns the swatches that `find_swatch` finds in other products, with the product. */
export async function listStoreSwatches(
  tx: Tx,
  { name, values = [], except }: StoreSwatchQuery,
): Promise<StoreSwatch[]> {
  const rows = await tx<SwatchRow[]>`
    select v.value, s.color, s.image, p.id as product, p.title as "productTitle"
    from unnest(${values}::text[]) v (value)
    cross join lateral (
      select color, image, product_id from product_swatch
      where store_id = current_store() and name = lower(${name}) and value = lower(v.value)
        and product_id is distinct from ${except ?? null}::uuid
      order by product_id desc
      limit 1
    ) s
    join product p on p.id = s.product_id`
  return rows.map(({ color, image, ...swatch }) => ({
    ...swatch,
    ...(color && { color }),
    ...(image && { image }),
  }))
}

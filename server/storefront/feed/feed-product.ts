import type { MeasureUnit } from '#contract/lib/money/unit-price.ts'
import type { Tx } from '../../lib/db/db.ts'
import { selectParts } from '../../lib/db/record-part.ts'
import { selectPriorPrice } from '../list/product-cards.ts'

export type FeedVariantRow = {
  _id: string
  options: string[]
  barcode: string
  price: number
  priorPrice: number | null
  isAvailable: boolean
  weight: number
  measureAmount: number | null
  measureUnit: MeasureUnit | null
  referenceAmount: number | null
  /** The image of the variant, null for that of the product. */
  image: string | null
}
export type FeedProductRow = {
  id: string
  title: string
  slug: string
  description: string
  vendor: string
  productType: string
  options: { name: string }[]
  requiresShipping: boolean
  shippingClass: string
  /** The path of the first category, such as "Kitchen > Cups". */
  category: string | null
  images: { url: string }[]
  variants: FeedVariantRow[]
}

const batchSize = 200

/**
 * Reads the published products that have an image, in batches. Each is read in a transaction of its
 * own, so that a slow client does not hold a connection.
 */
export async function* listFeedProducts(
  read: (work: (tx: Tx) => Promise<FeedProductRow[]>) => Promise<FeedProductRow[]>,
): AsyncGenerator<FeedProductRow[]> {
  let lastId: string | undefined
  for (;;) {
    const rows = await read(tx => selectFeedProducts(tx, lastId))
    if (rows.length > 0) yield rows
    if (rows.length < batchSize) return
    lastId = rows.at(-1)?.id
  }
}

const selectFeedProducts = (tx: Tx, afterId: string | undefined) => tx<FeedProductRow[]>`
  select p.id, p.title, p.slug, p.description, p.vendor, p.product_type, p.options, p.requires_shipping,
    p.shipping_class, (
      select concat_ws(' > ', above.name, c.name)
      from product_category pc
      join category c on c.store_id = pc.store_id and c.id = pc.category_id
      left join category above on above.store_id = c.store_id and above.id = c.parent
      where pc.store_id = p.store_id and pc.product_id = p.id
      order by c.position, c.id limit 1
    ) as category,
    ${selectParts(
      tx,
      tx`
        select m.url from product_image i join media m on m.store_id = i.store_id and m.id = i.media_id
        where i.store_id = p.store_id and i.product_id = p.id and i.state = 'ready'
        order by i.position, i.id limit 11`,
    )} as images,
    ${selectParts(
      tx,
      tx`
        select v.id as "_id", v.options, v.barcode, v.price, ${selectPriorPrice(tx)} as "priorPrice",
          (not v.track_stock or v.allow_backorder or v.stock > 0) as "isAvailable", v.weight,
          v.measure_amount as "measureAmount", v.measure_unit as "measureUnit",
          v.reference_amount as "referenceAmount", (
            select m.url
            from product_image i join media m on m.store_id = i.store_id and m.id = i.media_id
            where i.store_id = v.store_id and i.id = v.image_id and i.state = 'ready'
          ) as image
        from variant v where v.store_id = p.store_id and v.product_id = p.id
        order by v.position, v.id`,
    )} as variants
  from product p
  where p.store_id = current_store() and p.status = 'active' and p.image <> ''
    ${afterId ? tx`and p.id > ${afterId}` : tx``}
  order by p.id limit ${batchSize}`

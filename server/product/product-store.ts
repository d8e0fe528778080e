import { type Product, type ProductImage, ProductRow, Variant } from '#contract/product.ts'
import { found } from '../lib/call/problem.ts'
import { columnsOf, type Tx } from '../lib/db/db.ts'
import { type Read, reading, run } from '../lib/db/read.ts'

const productColumns = columnsOf(ProductRow)
const variantColumns = columnsOf(Variant, { without: ['title', 'image'] })

/** The product with all that belongs to it; the queries travel together. */
const readProductIfAny = (tx: Tx, id: string): Read<Product | undefined> =>
  reading(
    [
      tx<Omit<Product, 'variants' | 'images' | 'categories'>[]>`
      select ${productColumns(tx)}, description, seo_title, seo_description, options from product where id = ${id}`,
      tx<Variant[]>`
      select ${variantColumns(tx)}, image_id as image, array_to_string(options, ' / ') as title from variant where product_id = ${id} order by position, id`,
      tx<ProductImage[]>`
      select i.id as "_id", coalesce(m.url, '') as url, i.alt, coalesce(m.width, 0) as width, coalesce(m.height, 0) as height,
        i.position, i.media_id as media, i.source_url, i.state
      from product_image i left join media m on m.business_id = i.business_id and m.id = i.media_id
      where i.product_id = ${id} order by i.position, i.id`,
      tx<
        { id: string }[]
      >`select category_id as id from product_category where product_id = ${id} order by category_id`,
    ],
    ([[row], variants, images, categories]) =>
      row && { ...row, variants, images, categories: categories.map(category => category.id) },
  )

export const findProduct = (tx: Tx, id: string) => run(readProductIfAny(tx, id))

/** As `findProduct`, refusing where there is none. What goods cost is for those who set prices: to others it is as if unwritten. */
export function readProduct(tx: Tx, id: string, { hasCost }: { hasCost: boolean }): Read<Product> {
  const { queries, answer } = readProductIfAny(tx, id)
  return {
    queries,
    answer: rows => {
      const product = found(answer(rows), 'This product')
      return hasCost
        ? product
        : { ...product, variants: product.variants.map(variant => ({ ...variant, cost: null })) }
    },
  }
}

/** As `findProduct`, and nobody else changes it until the transaction ends. Variants first, as an order locks them. */
export async function lockProduct(tx: Tx, id: string): Promise<Product | undefined> {
  // Sent at once: a query that is only awaited leaves a moment later, after the readings that must see what was locked.
  const locks = [
    lockVariants(tx, [id]).execute(),
    tx`select id from product where id = ${id} for no key update`.execute(),
  ]
  const [product] = await Promise.all([findProduct(tx, id), ...locks])
  return product
}

const lockVariants = (tx: Tx, productIds: string[]) =>
  tx`select id from variant where product_id = any (${productIds}::uuid[]) order by id for no key update`

export async function removeProduct(tx: Tx, id: string): Promise<undefined> {
  found((await removeProducts(tx, [id])).size || undefined, 'This product')
}

/** The titles of those there were, by id. Orders keep their lines, the pictures stay in the store's media. */
export async function removeProducts(tx: Tx, ids: string[]): Promise<Map<string, string>> {
  const [, removed] = await Promise.all([
    lockVariants(tx, ids),
    tx<{ id: string; title: string }[]>`
      delete from product where id in (select id from product where id = any (${ids}::uuid[]) order by id for update) returning id, title`,
  ])
  return new Map(removed.map(row => [row.id, row.title]))
}

import { getShapeKeys } from '#contract/lib/shape.ts'
import { Product, ProductParts } from '#contract/product/product.ts'
import { Variant } from '#contract/product/variant.ts'
import { assertFound } from '../lib/call/problem.ts'
import { selectColumns, type Tx } from '../lib/db/db.ts'
import { batch, type QueryBatch, runBatch } from '../lib/db/query-batch.ts'
import { selectPartColumns, selectParts } from '../lib/db/record-part.ts'

const productColumns = selectColumns(Product, { alias: 'p', omit: getShapeKeys(ProductParts) })
const variantColumns = selectPartColumns(Variant, { omit: ['title', 'image'] })

/** Returns the query that reads a product with its parts. */
export const findProductBatch = (tx: Tx, id: string): QueryBatch<Product | undefined> => {
  const variants = tx`
    select ${variantColumns(tx)}, image_id as image, array_to_string(options, ' / ') as title
    from variant where product_id = p.id order by position, id`
  const images = tx`
    select i.id as "_id", coalesce(m.url, '') as url, i.alt, coalesce(m.width, 0) as width,
      coalesce(m.height, 0) as height, i.position, i.media_id as media,
      i.source_url as "sourceUrl", i.state, i.focus_x as "focusX", i.focus_y as "focusY"
    from product_image i left join media m on m.store_id = i.store_id and m.id = i.media_id
    where i.product_id = p.id order by i.position, i.id`
  const products = tx<Product[]>`
    select ${productColumns(tx)}, ${selectParts(tx, variants)} as variants,
      ${selectParts(tx, images)} as images,
      array(
        select category_id from product_category where product_id = p.id order by category_id
      ) as categories
    from product p where p.id = ${id}`
  return batch([products], ([[product]]) => product)
}

export const findProduct = (tx: Tx, id: string) => runBatch(findProductBatch(tx, id))

/**
 * Returns the query that reads a product. Without `includeCost`, the cost of every variant is
 * null.
 * @throws Problem 404 product_not_found
 */
export function getProductBatch(
  tx: Tx,
  id: string,
  { includeCost }: { includeCost: boolean },
): QueryBatch<Product> {
  const { queries, mapRows } = findProductBatch(tx, id)
  return {
    queries,
    mapRows: rows => {
      const product = assertFound(mapRows(rows), 'product_not_found')
      return includeCost
        ? product
        : { ...product, variants: product.variants.map(variant => ({ ...variant, cost: null })) }
    },
  }
}

/**
 * Locks a product until the end of the transaction and returns it. Variants are locked first, as
 * orders do, so that edits and orders never deadlock.
 */
export async function lockProduct(tx: Tx, id: string): Promise<Product | undefined> {
  // `execute` sends the locks now. An awaited query is sent later, after the reads of
  // `findProduct`.
  const locks = [
    lockProductVariants(tx, [id]).execute(),
    tx`select id from product where id = ${id} for no key update`.execute(),
  ]
  const [product] = await Promise.all([findProduct(tx, id), ...locks])
  return product
}

const lockProductVariants = (tx: Tx, productIds: string[]) =>
  tx`
    select id from variant where product_id = any (${productIds}::uuid[])
    order by id for no key update`

export async function deleteProduct(tx: Tx, id: string): Promise<undefined> {
  assertFound((await deleteProducts(tx, [id])).size || undefined, 'product_not_found')
}

/**
 * Deletes products and returns the titles of those that existed, by id. Order lines and media stay.
 */
export async function deleteProducts(tx: Tx, ids: string[]): Promise<Map<string, string>> {
  const [, deletedRows] = await Promise.all([
    lockProductVariants(tx, ids),
    tx<{ id: string; title: string }[]>`
      delete from product
      where id in (select id from product where id = any (${ids}::uuid[]) order by id for update)
      returning id, title`,
  ])
  return new Map(deletedRows.map(row => [row.id, row.title]))
}

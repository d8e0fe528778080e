import type { Product, ProductInput } from '#contract/product.ts'
import { found } from '../lib/call/problem.ts'
import { insert, type Tx } from '../lib/db/db.ts'
import { slugOf } from '../lib/text/slug.ts'
import { freeSlug } from '../rule/free-slug.ts'
import { ownValues, writeCategories, writeImages, writeVariants } from './product-parts.ts'
import { checkReferences, readReferences } from './product-references.ts'
import { findProduct } from './product-store.ts'
import { planVariants } from './product-variants.ts'

/** Adds a product with all that belongs to it. What it needs to know travels in one message, what it writes in another. */
export async function createProduct(tx: Tx, body: ProductInput): Promise<Product> {
  const { options, variants } = planVariants(body)
  const values = ownValues(tx, { ...body, options })
  const [slug, [made], references] = await Promise.all([
    body.slug ?? freeSlug(tx, 'product', slugOf(body.title, 'product')),
    tx<{ id: string }[]>`select new_id() as id`,
    readReferences(tx, body),
  ])
  checkReferences(body, references, [])
  const id = found(made).id
  // Each leaves in this order: variants look up the pictures, and the product is read as the triggers left it.
  const [, , , , product] = await Promise.all([
    insert(tx, 'product', { ...values, _id: id, slug }),
    body.images?.length ? writeImages(tx, id, body.images) : [],
    writeVariants(tx, id, variants),
    body.categories?.length ? writeCategories(tx, id, body.categories) : [],
    findProduct(tx, id),
  ])
  return found(product)
}

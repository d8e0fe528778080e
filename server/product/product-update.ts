import type { z } from 'zod'
import type { Product, productApi } from '#contract/product.ts'
import { checkVersion, found } from '../lib/call/problem.ts'
import { type Tx, update } from '../lib/db/db.ts'
import { ownValues, writeCategories, writeImages, writeVariants } from './product-parts.ts'
import { checkReferences, readReferences } from './product-references.ts'
import { findProduct, lockProduct } from './product-store.ts'
import { planVariants, touchesVariants } from './product-variants.ts'

type Edit = z.infer<typeof productApi.update.body>

/** Changes what is given and nothing else. Two edits of one product take turns here, so a stale version is always seen. */
export async function updateProduct(
  tx: Tx,
  id: string,
  { version, ...body }: Edit,
): Promise<Product> {
  const [locked, references] = await Promise.all([lockProduct(tx, id), readReferences(tx, body)])
  const present = found(locked, 'This product')
  checkVersion(present, version)
  if (Object.values(body).every(value => value === undefined)) return present
  checkReferences(body, references, present.images)
  const plan = touchesVariants(body) ? planVariants(body, present) : undefined
  // Each leaves in this order: variants look up the pictures, and the product is read as the triggers left it.
  const [, , , , product] = await Promise.all([
    update(tx, 'product', id, {
      ...ownValues(tx, body),
      version: present.version + 1,
      updatedAt: new Date(),
    }),
    body.images ? writeImages(tx, id, body.images) : [],
    plan ? writeVariants(tx, id, plan.variants) : [],
    body.categories ? writeCategories(tx, id, body.categories) : [],
    findProduct(tx, id),
  ])
  return found(product)
}

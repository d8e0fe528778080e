import type { z } from 'zod'
import type { Product, productApi } from '#contract/product/product.ts'
import { assertFound, assertVersion } from '../lib/call/problem.ts'
import type { Tx } from '../lib/db/db.ts'
import { checkReferences, loadReferences } from './product-references.ts'
import { findProduct, lockProduct } from './product-store.ts'
import { hasVariantChanges, planVariants } from './product-variants.ts'
import { toProductColumns } from './product-write.ts'
import { updateProducts } from './rule/write-products.ts'

type ProductUpdateBody = z.infer<typeof productApi.update.body>

/**
 * Updates the given fields of a product. The lock makes concurrent edits wait for each other, so a
 * stale version is always detected.
 * @throws Problem 404 product_not_found, or 409 version_conflict
 */
export async function updateProduct(
  tx: Tx,
  id: string,
  { version, ...body }: ProductUpdateBody,
): Promise<Product> {
  const [lockedProduct, references] = await Promise.all([
    lockProduct(tx, id),
    loadReferences(tx, body),
  ])
  const currentProduct = assertFound(lockedProduct, 'product_not_found')
  assertVersion(currentProduct, version)
  if (Object.values(body).every(value => value === undefined)) return currentProduct
  checkReferences(body, references, currentProduct.images)
  const plan = hasVariantChanges(body) ? planVariants(body, currentProduct) : undefined
  // The statements run in this order, so the product is read after the triggers have run.
  const [, product] = await Promise.all([
    updateProducts(tx, [
      {
        id,
        columns: toProductColumns({ ...body, options: body.options && plan?.options }),
        images: body.images,
        variants: plan?.variants,
        categories: body.categories,
      },
    ]),
    findProduct(tx, id),
  ])
  return assertFound(product)
}

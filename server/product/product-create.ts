import type { Product, ProductInput } from '#contract/product/product.ts'
import type { CommitRecordWith } from '../lib/call/idempotency.ts'
import { assertFound } from '../lib/call/problem.ts'
import type { Tx } from '../lib/db/db.ts'
import { reserveFreeSlug } from '../lib/db/find-free-slug.ts'
import { runBatch } from '../lib/db/query-batch.ts'
import { checkReferences, loadReferences } from './product-references.ts'
import { findProductBatch } from './product-store.ts'
import { planVariants } from './product-variants.ts'
import { toProductColumns } from './product-write.ts'
import { insertProducts } from './rule/write-products.ts'

/**
 * Creates a product with its parts. All reads are sent together, then all writes. `commitWith` also
 * commits; without it the caller does.
 */
export async function createProduct(
  tx: Tx,
  body: ProductInput,
  commitWith: CommitRecordWith = (_, batch) => runBatch(batch),
): Promise<Product> {
  const { options, variants } = planVariants(body)
  const columns = toProductColumns({ ...body, options })
  const [slug, [newIdRow], references] = await Promise.all([
    body.slug ?? reserveFreeSlug(tx, 'product', body.title),
    tx<{ id: string }[]>`select new_id() as id`,
    loadReferences(tx, body),
  ])
  checkReferences(body, references, [])
  const id = assertFound(newIdRow).id
  // The statements run in this order, so the product is read after the triggers have run.
  const [, product] = await Promise.all([
    insertProducts(tx, [
      {
        id,
        columns: { ...columns, title: body.title, slug },
        images: body.images?.length ? body.images : undefined,
        variants,
        categories: body.categories?.length ? body.categories : undefined,
      },
    ]),
    commitWith(id, findProductBatch(tx, id)),
  ])
  return assertFound(product)
}

import { bulkInsert, bulkUpdate, generateIds } from '../../lib/db/bulk-write.ts'
import type { Tx } from '../../lib/db/db.ts'
import type { ProductPlan } from '../import-plan.ts'
import { createPathKey, findOrCreateCategories } from './import-category-path.ts'
import type { ProductValue } from './import-product-value.ts'

type WritablePlan = Extract<ProductPlan, { action: 'create' | 'update' }>
/** A plan with the id of its product and those of its pictures, in their order; new ones made beforehand. */
type ProductWrite = { plan: WritablePlan; id: string; next: ProductValue; imageIds: string[] }

/** Writes these products with all that belongs to them, in about ten statements however many there are; gives their ids. */
export async function writeImportedProducts(
  tx: Tx,
  plans: readonly WritablePlan[],
): Promise<string[]> {
  const productWrites = await prepareProductWrites(tx, plans)
  const [createdProducts, updatedProducts] = [
    productWrites.filter(({ plan }) => plan.action === 'create'),
    productWrites.filter(({ plan }) => plan.action === 'update'),
  ]
  await bulkInsert(
    tx,
    'product',
    createdProducts.map(({ id, next }) => ({
      _id: id,
      slug: next.handle,
      ...toProductColumns(next),
    })),
  )
  await bulkUpdate(
    tx,
    'product',
    updatedProducts.map(({ id, next }) => ({ _id: id, ...toProductColumns(next) })),
    { incrementsVersion: true },
  )
  await writeProductImages(tx, productWrites)
  await writeProductVariants(tx, productWrites)
  await writeProductCategories(tx, createdProducts, updatedProducts)
  // Looked at now and not at the commit, so that whoever breaks it can still be told from the others.
  await tx`set constraints variant__options__taken immediate`
  await tx`set constraints variant__options__taken deferred`
  return productWrites.map(({ id }) => id)
}

async function prepareProductWrites(
  tx: Tx,
  plans: readonly WritablePlan[],
): Promise<ProductWrite[]> {
  const newProductIds = await generateIds(
    tx,
    plans.reduce((sum, plan) => sum + 1 + plan.next.images.length, 0),
  )
  let usedCount = 0
  const takeId = () => newProductIds[usedCount++] ?? ''
  return plans.map(plan => ({
    plan,
    next: plan.next,
    id: plan.action === 'update' ? plan.id : takeId(),
    imageIds: plan.next.images.map(image => image.id ?? takeId()),
  }))
}

/** The columns of which jsonb_populate_recordset knows nothing get their default by being filled here. */
const toProductColumns = ({
  title,
  descriptionHtml,
  status,
  vendor,
  productType,
  tags,
  options,
  seoTitle,
  seoDescription,
}: ProductValue) => ({
  title,
  description: descriptionHtml,
  status,
  vendor,
  productType,
  tags,
  options,
  seoTitle,
  seoDescription,
})

async function writeProductImages(tx: Tx, placed: readonly ProductWrite[]) {
  const images = placed.flatMap(({ id: productId, next, imageIds }) =>
    next.images.map(({ id: existingId, src, alt }, position) => ({
      known: existingId,
      row: {
        _id: imageIds[position] ?? '',
        productId,
        alt,
        position,
        sourceUrl: src,
        state: 'waiting',
      },
    })),
  )
  await bulkUpdate(
    tx,
    'product_image',
    images
      .filter(image => image.known)
      .map(({ row: { _id, alt, position } }) => ({ _id, alt, position })),
  )
  await bulkInsert(
    tx,
    'product_image',
    images.filter(image => !image.known).map(image => image.row),
  )
}

async function writeProductVariants(tx: Tx, placed: readonly ProductWrite[]) {
  const removedVariantIds = placed.flatMap(({ plan }) =>
    plan.action === 'update' ? plan.removedVariants : [],
  )
  const variants = placed.flatMap(({ id: productId, next, imageIds }) =>
    next.variants.map(({ id, weightGrams, ...variant }, position) => ({
      id,
      row: {
        ...variant,
        productId,
        weight: weightGrams,
        position,
        imageId:
          imageIds[next.images.findIndex(image => image.variantIndexes.includes(position))] ?? null,
      },
    })),
  )
  if (removedVariantIds.length)
    await tx`delete from variant where id = any (${removedVariantIds}::uuid[])`
  await bulkUpdate(
    tx,
    'variant',
    variants.flatMap(({ id, row }) => (id ? [{ _id: id, ...row }] : [])),
  )
  const newVariants = variants.filter(({ id }) => !id)
  const ids = await generateIds(tx, newVariants.length)
  await bulkInsert(
    tx,
    'variant',
    newVariants.map(({ row }, i) => ({ _id: ids[i], ...row })),
  )
}

async function writeProductCategories(
  tx: Tx,
  createdProducts: readonly ProductWrite[],
  updatedProducts: readonly ProductWrite[],
) {
  const recategorizedProducts = updatedProducts.filter(
    ({ plan }) =>
      plan.action === 'update' && plan.changes.some(change => change.field === 'categories'),
  )
  const categorizedProducts = [...createdProducts, ...recategorizedProducts]
  const ids = await findOrCreateCategories(
    tx,
    categorizedProducts.flatMap(({ next }) => next.categories),
  )
  const links = categorizedProducts.flatMap(({ id: productId, next }) =>
    next.categories.map(path => ({ productId, categoryId: ids.get(createPathKey(path)) ?? '' })),
  )
  await tx`
    delete from product_category where product_id = any (${recategorizedProducts.map(({ id }) => id)}::uuid[])
      and (product_id, category_id) not in (select product_id, category_id from unnest(${links.map(l => l.productId)}::uuid[], ${links.map(l => l.categoryId)}::uuid[]) as kept (product_id, category_id))`
  await tx`
    insert into product_category (product_id, category_id)
    select distinct product_id, category_id from unnest(${links.map(l => l.productId)}::uuid[], ${links.map(l => l.categoryId)}::uuid[]) as l (product_id, category_id)
    on conflict do nothing`
}

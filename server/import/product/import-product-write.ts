import { generateIds } from '../../lib/db/bulk-write.ts'
import type { Tx } from '../../lib/db/db.ts'
import { insertProducts, type ProductWrite, updateProducts } from '../../rule/write-products.ts'
import type { ProductPlan } from '../import-plan.ts'
import { createPathKey, findOrCreateCategories } from './import-category-path.ts'
import type { ProductValue } from './import-product-value.ts'

type WritablePlan = Extract<ProductPlan, { action: 'create' | 'update' }>

/** Writes these products with their parts, in a fixed number of statements, and returns their ids. */
export async function writeImportedProducts(
  tx: Tx,
  plans: readonly WritablePlan[],
): Promise<string[]> {
  const newIds = await generateIds(tx, plans.filter(plan => plan.action === 'create').length)
  const categoryIds = await findOrCreateCategories(
    tx,
    plans.filter(hasNewCategories).flatMap(plan => plan.next.categories),
  )
  const created: ProductWrite[] = []
  const updated: ProductWrite[] = []
  const ids = plans.map(plan => {
    const id = plan.action === 'update' ? plan.id : (newIds[created.length] ?? '')
    const write = toProductWrite(id, plan, categoryIds)
    if (plan.action === 'create') created.push(write)
    else updated.push(write)
    return id
  })
  await Promise.all([insertProducts(tx, created), updateProducts(tx, updated)])
  // Checked here instead of at the commit, so that the rejected product can be told from the others.
  await tx`set constraints variant__options__taken immediate`
  await tx`set constraints variant__options__taken deferred`
  return ids
}

const hasNewCategories = (plan: WritablePlan) =>
  plan.action === 'create' || plan.changes.some(change => change.field === 'categories')

function toProductWrite(
  id: string,
  plan: WritablePlan,
  categoryIds: ReadonlyMap<string, string>,
): ProductWrite {
  const { next } = plan
  return {
    id,
    columns: toProductColumns(next, plan.action),
    images: next.images.map(({ id: _id, src: sourceUrl, alt }) => ({ _id, sourceUrl, alt })),
    variants: toVariantWrites(next),
    categories: hasNewCategories(plan)
      ? next.categories.map(path => categoryIds.get(createPathKey(path)) ?? '')
      : undefined,
  }
}

/** The handle of a product that is in the store stays. */
const toProductColumns = (
  {
    handle,
    title,
    descriptionHtml,
    status,
    vendor,
    productType,
    tags,
    options,
    seoTitle,
    seoDescription,
  }: ProductValue,
  action: WritablePlan['action'],
) => ({
  ...(action === 'create' && { slug: handle }),
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

function toVariantWrites({ variants, images }: ProductValue) {
  return variants.map(({ id, weightGrams, ...variant }, position) => {
    const image = images.find(each => each.variantIndexes.includes(position))
    return {
      ...variant,
      _id: id ?? null,
      weight: weightGrams,
      position,
      image: image?.id ?? null,
      ...(image && !image.id && { imageSource: image.src }),
    }
  })
}

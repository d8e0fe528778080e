import { generateIds } from '../../lib/db/bulk-write.ts'
import type { Tx } from '../../lib/db/db.ts'
import {
  insertProducts,
  type NewProductWrite,
  updateProducts,
} from '../../product/rule/write-products.ts'
import type { ProductPlan } from '../import-plan.ts'
import { createPathKey, findOrCreateCategories } from './import-category-path.ts'
import type { ProductValue } from './import-product-value.ts'

export type WritablePlan = Extract<ProductPlan, { action: 'create' | 'update' }>

export const isWritable = (plan: ProductPlan): plan is WritablePlan =>
  plan.action === 'create' || plan.action === 'update'

/**
 * Writes these products with their parts, in a fixed number of statements, and returns their ids.
 */
export async function writeImportedProducts(
  tx: Tx,
  plans: readonly WritablePlan[],
): Promise<string[]> {
  const newIds = await generateIds(tx, plans.filter(plan => plan.action === 'create').length)
  const categoryIds = await findOrCreateCategories(
    tx,
    plans.filter(hasNewCategories).flatMap(plan => plan.next.categories),
  )
  const newProducts: NewProductWrite[] = []
  const changedProducts: NewProductWrite[] = []
  const ids = plans.map(plan => {
    const id = plan.action === 'update' ? plan.id : (newIds[newProducts.length] ?? '')
    const write = toProductWrite(id, plan, categoryIds)
    if (plan.action === 'create') newProducts.push(write)
    else changedProducts.push(write)
    return id
  })
  await Promise.all([insertProducts(tx, newProducts), updateProducts(tx, changedProducts)])
  // Checked here instead of at the commit, so that only the rejected product is skipped.
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
): NewProductWrite {
  const { variants: _, images, categories, slug, ...columns } = plan.next
  return {
    id,
    // The slug of a stored product stays.
    columns: plan.action === 'create' ? { slug, ...columns } : columns,
    images: images.map(({ _id, sourceUrl, alt }) => ({ _id, sourceUrl, alt })),
    variants: toVariantWrites(plan.next),
    categories: hasNewCategories(plan)
      ? categories.map(path => categoryIds.get(createPathKey(path)) ?? '')
      : undefined,
  }
}

/** A new image has no id yet, so its variants refer to it by its address. */
const toVariantWrites = ({ variants, images }: ProductValue) =>
  variants.map(({ _id = null, ...variant }, position) => {
    const image = images.find(each => each.variantIndexes.includes(position))
    return {
      ...variant,
      _id,
      position,
      image: image?._id ?? null,
      ...(image && !image._id && { imageSource: image.sourceUrl }),
    }
  })

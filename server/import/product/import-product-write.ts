import type { Tx } from '../../lib/db/db.ts'
import { insertSet, newIds, updateSet } from '../../lib/db/row-set.ts'
import type { ProductPlan } from '../import-plan.ts'
import { ensureCategories, pathKey } from './import-category-path.ts'
import type { ProductValue } from './import-product-value.ts'

type Written = Extract<ProductPlan, { action: 'create' | 'update' }>
/** A plan with the id of its product and those of its pictures, in their order; new ones made beforehand. */
type Placed = { plan: Written; id: string; next: ProductValue; imageIds: string[] }

/** Writes these products with all that belongs to them, in about ten statements however many there are; gives their ids. */
export async function writeProducts(tx: Tx, plans: readonly Written[]): Promise<string[]> {
  const placed = await place(tx, plans)
  const [made, changed] = [
    placed.filter(({ plan }) => plan.action === 'create'),
    placed.filter(({ plan }) => plan.action === 'update'),
  ]
  await insertSet(
    tx,
    'product',
    made.map(({ id, next }) => ({ _id: id, slug: next.handle, ...ownColumns(next) })),
  )
  await updateSet(
    tx,
    'product',
    changed.map(({ id, next }) => ({ _id: id, ...ownColumns(next) })),
    { versioned: true },
  )
  await writeImages(tx, placed)
  await writeVariants(tx, placed)
  await writeCategories(tx, made, changed)
  // Looked at now and not at the commit, so that whoever breaks it can still be told from the others.
  await tx`set constraints variant__options__taken immediate`
  await tx`set constraints variant__options__taken deferred`
  return placed.map(({ id }) => id)
}

async function place(tx: Tx, plans: readonly Written[]): Promise<Placed[]> {
  const fresh = await newIds(
    tx,
    plans.reduce((sum, plan) => sum + 1 + plan.next.images.length, 0),
  )
  let used = 0
  const take = () => fresh[used++] ?? ''
  return plans.map(plan => ({
    plan,
    next: plan.next,
    id: plan.action === 'update' ? plan.id : take(),
    imageIds: plan.next.images.map(image => image.id ?? take()),
  }))
}

/** The columns of which jsonb_populate_recordset knows nothing get their default by being filled here. */
const ownColumns = ({
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

async function writeImages(tx: Tx, placed: readonly Placed[]) {
  const images = placed.flatMap(({ id: productId, next, imageIds }) =>
    next.images.map(({ id: known, src, alt }, position) => ({
      known,
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
  await updateSet(
    tx,
    'product_image',
    images
      .filter(image => image.known)
      .map(({ row: { _id, alt, position } }) => ({ _id, alt, position })),
  )
  await insertSet(
    tx,
    'product_image',
    images.filter(image => !image.known).map(image => image.row),
  )
}

async function writeVariants(tx: Tx, placed: readonly Placed[]) {
  const gone = placed.flatMap(({ plan }) => (plan.action === 'update' ? plan.removedVariants : []))
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
  if (gone.length) await tx`delete from variant where id = any (${gone}::uuid[])`
  await updateSet(
    tx,
    'variant',
    variants.flatMap(({ id, row }) => (id ? [{ _id: id, ...row }] : [])),
  )
  const made = variants.filter(({ id }) => !id)
  const ids = await newIds(tx, made.length)
  await insertSet(
    tx,
    'variant',
    made.map(({ row }, i) => ({ _id: ids[i], ...row })),
  )
}

async function writeCategories(tx: Tx, made: readonly Placed[], changed: readonly Placed[]) {
  const moved = changed.filter(
    ({ plan }) =>
      plan.action === 'update' && plan.changes.some(change => change.field === 'categories'),
  )
  const placed = [...made, ...moved]
  const ids = await ensureCategories(
    tx,
    placed.flatMap(({ next }) => next.categories),
  )
  const links = placed.flatMap(({ id: productId, next }) =>
    next.categories.map(path => ({ productId, categoryId: ids.get(pathKey(path)) ?? '' })),
  )
  await tx`
    delete from product_category where product_id = any (${moved.map(({ id }) => id)}::uuid[])
      and (product_id, category_id) not in (select product_id, category_id from unnest(${links.map(l => l.productId)}::uuid[], ${links.map(l => l.categoryId)}::uuid[]) as kept (product_id, category_id))`
  await tx`
    insert into product_category (product_id, category_id)
    select distinct product_id, category_id from unnest(${links.map(l => l.productId)}::uuid[], ${links.map(l => l.categoryId)}::uuid[]) as l (product_id, category_id)
    on conflict do nothing`
}

import type { z } from 'zod'
import { type BulkReply, maxCountedRows } from '#contract/lib/call/bulk.ts'
import { type productApi, productLimits } from '#contract/product/product.ts'
import { type BulkBatch, resolveBulkSelection, toBulkReply } from '../lib/call/bulk-selection.ts'
import { createErrorMessage } from '../lib/call/error-message.ts'
import { createFieldProblem } from '../lib/call/problem.ts'
import { changeTags, createTagLimitErrors } from '../lib/db/change-tags.ts'
import type { Tx } from '../lib/db/db.ts'
import { findProductConditions } from './product-list.ts'
import { deleteProducts } from './product-store.ts'

type ProductBulkBody<
  K extends 'bulkUpdateStatus' | 'bulkUpdateTags' | 'bulkUpdateCategories' | 'bulkDelete',
> = z.infer<(typeof productApi)[K]['body']>
type LockedProducts = { selection: BulkBatch; titlesById: Map<string, string>; ids: string[] }

/** Selects up to 10,000 products, which take a second or two; the caller continues after them. */
const resolveProductSelection = (tx: Tx, body: ProductBulkBody<'bulkDelete'>) =>
  resolveBulkSelection(tx, body, {
    from: tx`product p`,
    id: 'p.id',
    batchSize: maxCountedRows,
    conditions: filter => findProductConditions(tx, filter),
  })

/** Locks the selected products until the end of the transaction. */
async function lockProducts(tx: Tx, body: ProductBulkBody<'bulkDelete'>): Promise<LockedProducts> {
  const selection = await resolveProductSelection(tx, body)
  const lockedRows = await tx<{ id: string; title: string }[]>`
    select id, title from product where id = any (${selection.ids}::uuid[])
    order by id for no key update`
  return {
    selection,
    titlesById: new Map(lockedRows.map(row => [row.id, row.title])),
    ids: lockedRows.map(row => row.id),
  }
}

export async function bulkUpdateProductStatus(
  tx: Tx,
  { status, ...selectionInput }: ProductBulkBody<'bulkUpdateStatus'>,
): Promise<BulkReply> {
  const { selection, titlesById, ids } = await lockProducts(tx, selectionInput)
  await tx`
    update product set status = ${status}, version = version + 1, updated_at = now()
    where id = any (${ids}::uuid[]) and status <> ${status}`
  return toBulkReply(selection, titlesById)
}

export async function bulkUpdateProductTags(
  tx: Tx,
  { add, remove, ...selectionInput }: ProductBulkBody<'bulkUpdateTags'>,
): Promise<BulkReply> {
  const { selection, titlesById, ids } = await lockProducts(tx, selectionInput)
  const tagChanges = await changeTags(tx, {
    table: 'product',
    ids,
    change: { add, remove },
    maxTags: productLimits.tags,
  })
  return toBulkReply(selection, titlesById, createTagLimitErrors(tagChanges, productLimits.tags))
}

export async function bulkUpdateProductCategories(
  tx: Tx,
  { add = [], remove = [], ...selectionInput }: ProductBulkBody<'bulkUpdateCategories'>,
): Promise<BulkReply> {
  if (add.length + remove.length === 0) throw createFieldProblem('add', 'category_missing')
  await checkCategories(tx, add)
  const { selection, titlesById, ids } = await lockProducts(tx, selectionInput)
  const overLimitRows = await tx<{ id: string }[]>`
    select p.id from unnest(${ids}::uuid[]) as p (id)
    where ${productLimits.categories}::integer < (select count(*) from (
      select category_id from product_category pc
      where pc.product_id = p.id and category_id <> all (${remove}::uuid[])
      union select unnest(${add}::uuid[])) c)`
  const rejections = new Map(
    overLimitRows.map(row => [
      row.id,
      createErrorMessage('too_many_categories', { count: productLimits.categories }),
    ]),
  )
  const acceptedIds = ids.filter(id => !rejections.has(id))
  await tx`
    with removed as (
      delete from product_category
      where product_id = any (${acceptedIds}::uuid[]) and category_id = any (${remove}::uuid[])
        and category_id <> all (${add}::uuid[])
      returning product_id
    ), added as (
      insert into product_category (product_id, category_id)
      select p, c from unnest(${acceptedIds}::uuid[]) p cross join unnest(${add}::uuid[]) c
      on conflict do nothing returning product_id
    )
    update product set version = version + 1, updated_at = now()
    where id in (select product_id from removed union select product_id from added)`
  return toBulkReply(selection, titlesById, rejections)
}

async function checkCategories(tx: Tx, ids: string[]): Promise<void> {
  // The lock keeps the categories from being deleted before the products are added.
  const existingRows = await tx<
    { id: string }[]
  >`select id from category where id = any (${ids}::uuid[]) order by id for key share`
  const existingIds = new Set(existingRows.map(row => row.id))
  for (const [index, id] of ids.entries())
    if (!existingIds.has(id.toLowerCase()))
      throw createFieldProblem(`add.${index}`, 'category_not_found')
}

export async function bulkDeleteProducts(
  tx: Tx,
  selectionInput: ProductBulkBody<'bulkDelete'>,
): Promise<BulkReply> {
  const selection = await resolveProductSelection(tx, selectionInput)
  return toBulkReply(selection, await deleteProducts(tx, selection.ids))
}

import type { BulkReply } from '#contract/lib/call/bulk.ts'
import type { Category } from '#contract/product/category.ts'
import {
  forEachInSavepoint,
  summarizeBulkResults,
  toBulkReply,
} from '../lib/call/bulk-selection.ts'
import type { Tx } from '../lib/db/db.ts'
import { getCategoryTree } from './category-store.ts'
import { deleteCategory } from './category-tree.ts'
import { lockCategoryTree } from './rule/lock-category-tree.ts'

const normalizeIds = (ids: readonly string[]) => [...new Set(ids.map(id => id.toLowerCase()))]

export async function updateCategoryStatuses(
  tx: Tx,
  ids: string[],
  status: Category['status'],
): Promise<BulkReply> {
  const categoryIds = normalizeIds(ids)
  await lockCategoryTree(tx)
  const lockedRows = await tx<{ id: string; name: string }[]>`
    select id, name from category where id = any (${categoryIds}::uuid[])
    order by id for no key update`
  await tx`
    update category set status = ${status}, version = version + 1, updated_at = now()
    where id = any (${categoryIds}::uuid[]) and status <> ${status}`
  return toBulkReply(
    { ids: categoryIds, next: null },
    new Map(lockedRows.map(row => [row.id, row.name])),
  )
}

/** Deletes the lowest categories first, so that a selected child is not moved up before. */
export async function deleteCategories(tx: Tx, ids: string[]): Promise<BulkReply> {
  const categoryIds = normalizeIds(ids)
  await lockCategoryTree(tx)
  const nodesById = new Map((await getCategoryTree(tx)).map(node => [node._id, node]))
  const getDepth = (id: string) => nodesById.get(id)?.depth ?? 0
  const results = await forEachInSavepoint(
    tx,
    categoryIds.toSorted((a, b) => getDepth(b) - getDepth(a)),
    id => nodesById.get(id)?.name ?? '',
    id => deleteCategory(tx, id),
  )
  return summarizeBulkResults(
    categoryIds.flatMap(id => results.get(id) ?? []),
    null,
  )
}

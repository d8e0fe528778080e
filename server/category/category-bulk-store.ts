import type { Category } from '#contract/category.ts'
import type { BulkReply } from '#contract/lib/bulk.ts'
import {
  forEachInSavepoint,
  summarizeBulkResults,
  toBulkReply,
} from '../lib/call/bulk-selection.ts'
import type { Tx } from '../lib/db/db.ts'
import { lockCategoryTree } from '../rule/lock-category-tree.ts'
import { readTree } from './category-store.ts'
import { removeCategory } from './category-tree.ts'

const wanted = (ids: readonly string[]) => [...new Set(ids.map(id => id.toLowerCase()))]

export async function setCategoryStatuses(
  tx: Tx,
  ids: string[],
  status: Category['status'],
): Promise<BulkReply> {
  const all = wanted(ids)
  await lockCategoryTree(tx)
  const held = await tx<
    { id: string; name: string }[]
  >`select id, name from category where id = any (${all}::uuid[]) order by id for no key update`
  await tx`update category set status = ${status}, version = version + 1, updated_at = now() where id = any (${all}::uuid[]) and status <> ${status}`
  return toBulkReply({ ids: all, next: null }, new Map(held.map(row => [row.id, row.name])))
}

/** The lowest first: a child that goes as well need not find room a level higher. */
export async function removeCategories(tx: Tx, ids: string[]): Promise<BulkReply> {
  const all = wanted(ids)
  await lockCategoryTree(tx)
  const tree = new Map((await readTree(tx)).map(node => [node._id, node]))
  const depth = (id: string) => tree.get(id)?.depth ?? 0
  const results = await forEachInSavepoint(
    tx,
    all.toSorted((a, b) => depth(b) - depth(a)),
    id => tree.get(id)?.name ?? '',
    id => removeCategory(tx, id),
  )
  return summarizeBulkResults(
    all.flatMap(id => results.get(id) ?? []),
    null,
  )
}

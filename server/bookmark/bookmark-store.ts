import type { z } from 'zod'
import { Bookmark, type BookmarkInput, maxBookmarks } from '#contract/staff/bookmark.ts'
import { assertFound, Problem } from '../lib/call/problem.ts'
import { insertRow, selectColumns, type Tx, updateRow } from '../lib/db/db.ts'

declare module '../lib/db/table-fields.ts' {
  interface TableColumns {
    bookmark: z.infer<typeof BookmarkInput>
  }
}

const columns = selectColumns(Bookmark)

/** Returns the bookmarks of the person. Row security hides those of other people. */
export const listBookmarks = (tx: Tx) =>
  tx<Bookmark[]>`select ${columns(tx)} from bookmark order by position, id`

/** Serializes changes, so that two tabs cannot exceed the limit or use the same position. */
const lockBookmarks = (tx: Tx) =>
  tx`select pg_advisory_xact_lock(hashtextextended('bookmark ' || current_store() || current_person(), 0))`

export async function createBookmark(
  tx: Tx,
  input: z.infer<typeof BookmarkInput>,
): Promise<Bookmark[]> {
  await lockBookmarks(tx)
  const existing = await listBookmarks(tx)
  if (existing.length >= maxBookmarks) throw new Problem(409, 'bookmark_limit')
  await insertRow(tx, 'bookmark', { ...input, position: existing.length + 1 })
  return listBookmarks(tx)
}

export async function renameBookmark(
  tx: Tx,
  id: string,
  title: string | undefined,
): Promise<Bookmark[]> {
  const [row] = await tx`select id from bookmark where id = ${id} for update`
  assertFound(row, 'bookmark_not_found')
  await updateRow(tx, 'bookmark', id, { title })
  return listBookmarks(tx)
}

export async function deleteBookmark(tx: Tx, id: string): Promise<Bookmark[]> {
  await lockBookmarks(tx)
  const [deletedRow] = await tx`delete from bookmark where id = ${id} returning id`
  assertFound(deletedRow, 'bookmark_not_found')
  const remaining = await listBookmarks(tx)
  return updatePositions(
    tx,
    remaining.map(({ _id }) => _id),
  )
}

/**
 * Sorts the bookmarks in the order of the ids. Other bookmarks, such as one just created in another
 * tab, follow in their previous order.
 * @throws Problem 404 bookmark_not_found
 */
export async function reorderBookmarks(tx: Tx, ids: readonly string[]): Promise<Bookmark[]> {
  await lockBookmarks(tx)
  const existingIds = (await listBookmarks(tx)).map(({ _id }) => _id)
  const unknownId = ids.find(id => !existingIds.includes(id))
  if (unknownId !== undefined) throw new Problem(404, 'bookmark_not_found')
  return updatePositions(tx, [...new Set([...ids, ...existingIds])])
}

async function updatePositions(tx: Tx, ids: readonly string[]): Promise<Bookmark[]> {
  await tx`
    update bookmark b set position = r.rank from unnest(${ids}::uuid[]) with ordinality as r(id, rank)
    where b.id = r.id and b.position <> r.rank`
  return listBookmarks(tx)
}

import { type EmptySearch, maxEmptySearches } from '#contract/cms/seo.ts'
import { assertFound } from '../lib/call/problem.ts'
import type { Tx } from '../lib/db/db.ts'

export const listEmptySearches = (tx: Tx): Promise<EmptySearch[]> => tx<EmptySearch[]>`
  select id as "_id", term, count, last_at from empty_search
  where store_id = current_store() order by count desc, id desc limit ${maxEmptySearches}`

export async function deleteEmptySearch(tx: Tx, id: string): Promise<void> {
  const [row] = await tx`delete from empty_search where id = ${id} returning id`
  assertFound(row, 'empty_search_not_found')
}

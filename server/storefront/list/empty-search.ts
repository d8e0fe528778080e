import type { StorefrontListQuery } from '#contract/storefront/storefront.ts'
import type { Tx } from '../../lib/db/db.ts'

/** Strangers can search for any number of terms, so that a store keeps the first ones. */
const maxTerms = 1000

/** Adds to the counts of the terms without a product. */
export const addEmptySearches = (tx: Tx, terms: string[], counts: number[]) => tx`
  insert into empty_search as e (term, count)
  select term, count from unnest(${terms}::text[], ${counts}::integer[]) found (term, count)
  where (select count(*) from empty_search where store_id = current_store()) < ${maxTerms}
    or exists (select from empty_search s where s.store_id = current_store() and s.term = found.term)
  order by term
  on conflict (store_id, term) do update set count = e.count + excluded.count, last_at = now()`

/** Returns the term of a search in one spelling, or undefined if filters narrow it. */
export function toSearchedTerm({
  q,
  page: _page,
  sort: _sort,
  ...filters
}: StorefrontListQuery & { q?: string | undefined }): string | undefined {
  const term = q?.trim().replaceAll(/\s+/g, ' ').toLowerCase()
  return term && Object.values(filters).every(filter => filter === undefined) ? term : undefined
}

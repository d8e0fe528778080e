import type { StorefrontListQuery } from '#contract/storefront/storefront.ts'
import type { Tx } from '../../lib/db/db.ts'

/** Strangers can search for any number of terms, so that a store keeps the most useful ones. */
const maxTerms = 1000

/** Adds to the counts of the terms without a product. Terms that were searched for once, long ago, make room. */
export async function addEmptySearches(tx: Tx, terms: string[], counts: number[]): Promise<void> {
  await tx`
    insert into empty_search as e (term, count)
    select term, count from unnest(${terms}::text[], ${counts}::integer[]) found (term, count)
    order by term
    on conflict (store_id, term) do update set count = e.count + excluded.count, last_at = now()`
  await tx`
    delete from empty_search where store_id = current_store() and id in (
      select id from empty_search where store_id = current_store()
      order by count desc, last_at desc, id offset ${maxTerms})`
}

/** An email address, or a number of an order, phone or parcel. */
const personalTerm = /@|\d{5}/

/** Returns the term of a search in one spelling, or undefined if it is narrowed by filters or can be personal. */
export function toSearchedTerm({
  q,
  page: _page,
  sort: _sort,
  ...filters
}: StorefrontListQuery & { q?: string | undefined }): string | undefined {
  const term = q?.trim().replaceAll(/\s+/g, ' ').toLowerCase()
  if (!term || personalTerm.test(term)) return undefined
  return Object.values(filters).every(filter => filter === undefined) ? term : undefined
}

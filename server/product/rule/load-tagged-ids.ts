import type { SqlFragment } from '../../lib/call/list.ts'
import type { Tx } from '../../lib/db/db.ts'

/** `ids` is an array in PostgreSQL text format, so that the server does not parse up to 10,000 ids. */
export type TaggedIds = { ids: string; count: number }

/**
 * Up to this number, the products are fetched and sorted. More of them are found sooner by reading the
 * index of the sort order.
 */
const maxFetchedProducts = 300

/**
 * Returns the ids of the products with the longest word of one of the tags, among which are those with
 * a tag. The search has an index of these words. Returns undefined if more than 10,000 products have
 * one: reading all products finds them as soon.
 */
export async function loadTaggedIds(
  tx: Tx,
  tags: readonly string[] | undefined,
): Promise<TaggedIds | undefined> {
  if (!tags?.length) return undefined
  const [row] = await tx<TaggedIds[]>`
    select ids::text as ids, cardinality(ids) as count
    from (
      select search_ids_of_words('product', '{}', array_agg(word)) as ids
      from (
        select (
          select word from unnest(split_search_words(lower(tag))) word
          order by length(word) desc, word limit 1
        ) as word
        from unnest(${[...tags]}::text[]) tag
      ) longest
      -- A tag of punctuation has no word.
      having count(*) = count(word)
    ) found
    where ids is not null`
  return row
}

/**
 * Returns the condition that a product `p` has one of the ids. Pages need none if there are many ids,
 * because the index of the sort order finds their products sooner.
 */
export function tagConditions(
  tx: Tx,
  tagged: TaggedIds | undefined,
  use: 'count' | 'page',
): SqlFragment[] {
  if (!tagged || (use === 'page' && tagged.count > maxFetchedProducts)) return []
  return [tx`p.id = any (${tagged.ids}::uuid[])`]
}

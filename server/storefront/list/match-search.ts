import type { SearchCorrection } from '#contract/lib/call/api.ts'
import type { SqlFragment } from '../../lib/call/list.ts'
import { matchPatterns } from '../../lib/call/search-list.ts'
import type { Tx } from '../../lib/db/db.ts'
import { matchProductText } from '../../product/rule/product-text.ts'
import { correctTerm } from './correct-term.ts'
import type { ProductCriteria } from './product-list-page.ts'
import { applySearchRules } from './search-rules.ts'

/**
 * `ids` and `innerIds` are arrays in PostgreSQL text format, so that the server does not parse up to
 * 10,000 ids.
 */
type FoundProducts = {
  ids: string | null
  count: number | null
  innerIds: string | null
  patterns: string[] | null
  corrections: SearchCorrection[] | null
}

/** The products that a search finds. */
export type ProductSearch = Required<ProductCriteria> & {
  /** The term with its mistyped words replaced by their nearest words. */
  correctedTerm: string
}

/** Searches for products with all words of the term, or of one with the same meaning. */
export async function searchProducts(tx: Tx, term: string): Promise<ProductSearch> {
  const { alternatives, pinnedIds, hiddenIds } = await applySearchRules(tx, term)
  const searches = await Promise.all([term, ...alternatives].map(text => findProducts(tx, text)))
  const corrections = searches[0]?.corrections ?? []
  // A word that only its synonyms replace is not mistyped.
  const results = alternatives.length > 0 && corrections.length > 0 ? searches.slice(1) : searches
  const matches = [
    ...(pinnedIds.length > 0 ? [tx`p.id = any (${pinnedIds}::uuid[])`] : []),
    ...results.map(result => matchResult(tx, result)),
  ]
  return {
    conditions: [
      matchAny(tx, matches),
      ...(hiddenIds.length > 0 ? [tx`p.id <> all (${hiddenIds}::uuid[])`] : []),
    ],
    leadingSort: orderByMatch(tx, pinnedIds, results),
    maxCount: getMaxCount(pinnedIds, results),
    correctedTerm: results === searches ? correctTerm(term, corrections) : term,
  }
}

const matchAny = (tx: Tx, conditions: readonly SqlFragment[]) =>
  tx`(${conditions.reduce((either, condition) => tx`${either} or ${condition}`)})`

/** Returns the largest possible number of products, or infinity if some are not known by id. */
const getMaxCount = (pinnedIds: readonly string[], results: readonly SearchResult[]) =>
  results.reduce((sum, { count }) => sum + (count ?? Number.POSITIVE_INFINITY), pinnedIds.length)

const noProducts: FoundProducts = {
  ids: null,
  count: null,
  innerIds: null,
  patterns: null,
  corrections: null,
}
type SearchResult = FoundProducts & { text: string }

/**
 * Returns the products that have all search terms or, if no word has one, its nearest words. Shoppers
 * read a whole word where the beginnings of words were searched.
 */
async function findProducts(tx: Tx, text: string): Promise<SearchResult> {
  const [row] = await tx<FoundProducts[]>`
    select ids::text as ids, cardinality(ids) as count, nullif(inner_ids, '{}')::text as inner_ids,
      patterns, (
        select jsonb_agg(jsonb_build_object('term', term, 'words', array[complete_search_word(words ->> 0)]))
        from jsonb_to_recordset(corrections) correction (term text, words jsonb)
      ) as corrections
    from search_records('product', ${text})`
  return { text, ...(row ?? noProducts) }
}

/**
 * Returns the condition on `product p`: its id is in the result, or its text contains the terms of
 * the result or, without them, all words.
 */
function matchResult(tx: Tx, { ids, patterns, text }: SearchResult): SqlFragment {
  if (ids) return tx`p.id = any (${ids}::uuid[])`
  if (patterns) return matchPatterns(tx, tx`p.searched`, patterns)
  return text
    .split(/\s+/)
    .slice(0, maxWords)
    .map(word => matchProductText(tx, word))
    .reduce((all, condition) => tx`${all} and ${condition}`)
}
const maxWords = 8

/** Pinned products come first, and those with a term only inside a word come last. */
function orderByMatch(
  tx: Tx,
  pinnedIds: readonly string[],
  results: readonly SearchResult[],
): SqlFragment {
  const innerIds = results.every(({ ids }) => ids)
    ? results.flatMap(result => result.innerIds ?? [])
    : []
  const byPin =
    pinnedIds.length > 0 ? tx`array_position(${[...pinnedIds]}::uuid[], p.id) nulls last, ` : tx``
  if (innerIds.length === 0) return byPin
  const isInner = innerIds.map(ids => tx`p.id = any (${ids}::uuid[])`)
  return tx`${byPin}${matchAny(tx, isInner)}, `
}

import type { SearchCorrection } from '#contract/lib/call/api.ts'
import type { SqlFragment } from '../../lib/call/list.ts'
import { matchPatterns } from '../../lib/call/search-list.ts'
import type { Tx } from '../../lib/db/db.ts'
import { matchProductText } from '../../product/rule/product-text.ts'

export type ProductSearchResult = {
  ids: string[] | null
  innerIds: string[] | null
  patterns: string[] | null
  corrections: SearchCorrection[] | null
}

/** Returns the products that have all search terms or, if no word has one, its nearest words. */
export const searchProducts = (tx: Tx, term: string) => tx<ProductSearchResult[]>`
  select ids, inner_ids, patterns, corrections from search_records('product', ${term})`

/**
 * Returns the conditions on `product p`: its id is in the result, or its text contains the terms of
 * the result or, without them, all parts.
 */
export function matchSearch(
  tx: Tx,
  result: ProductSearchResult | undefined,
  parts: readonly string[],
): SqlFragment[] {
  if (result?.ids) return [tx`p.id = any (${result.ids}::uuid[])`]
  if (result?.patterns) return [matchPatterns(tx, tx`p.searched`, result.patterns)]
  return parts.map(part => matchProductText(tx, part))
}

/** Returns the order of the result: products with a term only inside a word come last. */
export const orderByMatch = (tx: Tx, result: ProductSearchResult | undefined): SqlFragment =>
  result?.ids && result.innerIds ? tx`p.id = any (${result.innerIds}::uuid[]), ` : tx``

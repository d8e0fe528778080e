import type { SearchCorrection } from '#contract/lib/call/api.ts'
import type { SqlFragment } from '../../lib/call/list.ts'
import { matchCorrectedText, minCorrectedLength } from '../../lib/call/search-list.ts'
import type { Tx } from '../../lib/db/db.ts'
import { foldProductText, matchProductText } from '../../product/rule/product-text.ts'

export type ProductSearchResult = { ids: string[] | null; corrections: SearchCorrection[] | null }

/**
 * Returns the products with a word that begins with each search term. If no word begins with a term,
 * its nearest words are searched.
 */
export const searchProducts = (tx: Tx, term: string) => tx<ProductSearchResult[]>`
  select ids, corrections from search_records('product', ${term}, ${minCorrectedLength})`

/**
 * Returns the conditions on `product p`: its id is in the result, or its text contains the corrected
 * terms or, without a correction, all parts.
 */
export function matchSearch(
  tx: Tx,
  result: ProductSearchResult | undefined,
  { term, parts }: { term: string; parts: readonly string[] },
): SqlFragment[] {
  if (result?.ids) return [tx`p.id = any (${result.ids}::uuid[])`]
  if (result?.corrections) {
    const foldedText = foldProductText(tx)
    return [matchCorrectedText(tx, { entity: 'product', words: term, foldedText })]
  }
  return parts.map(part => matchProductText(tx, part))
}

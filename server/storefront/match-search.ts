import type { SearchCorrection } from '#contract/lib/api.ts'
import type { SqlFragment } from '../lib/call/list.ts'
import { minCorrectedLength } from '../lib/call/search-list.ts'
import type { Tx } from '../lib/db/db.ts'
import { matchCorrectedText, matchProductText } from '../rule/product-text.ts'

export type FoundProducts = { ids: string[] | null; corrections: SearchCorrection[] | null }

/** Searches the words of products; if no word begins with a term, its nearest words. */
export const searchProducts = (tx: Tx, term: string) => tx<FoundProducts[]>`
  select ids, corrections from search_records('product', ${term}, ${minCorrectedLength})`

/** Returns the conditions on `product p` that it was found, or that its text has all parts. */
export function matchSearch(
  tx: Tx,
  found: FoundProducts | undefined,
  { term, parts }: { term: string; parts: readonly string[] },
): SqlFragment[] {
  if (found?.ids) return [tx`p.id = any (${found.ids}::uuid[])`]
  if (found?.corrections) return [matchCorrectedText(tx, term)]
  return parts.map(part => matchProductText(tx, part))
}

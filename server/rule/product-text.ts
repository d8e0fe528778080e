import { type SqlFragment, toLikePattern } from '../lib/call/list.ts'
import type { Tx } from '../lib/db/db.ts'

/**
 * Returns the condition that the text of `product p` contains `text` in any case. The texts are not
 * read if the products of the store do not have all rows of four letters in it.
 */
export function matchProductText(tx: Tx, text: string): SqlFragment {
  const searched = text.toLowerCase()
  return tx`(select has_search_grams(${searched})) and p.searched like ${toLikePattern(searched)}`
}

/** Returns the condition that the text of `product p` contains the search terms, corrected. */
export const matchCorrectedText = (tx: Tx, terms: string): SqlFragment =>
  tx`fold_text(p.searched) like all ((select corrected_patterns('product', ${terms}))::text[])`

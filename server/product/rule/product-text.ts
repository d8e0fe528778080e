import { type SqlFragment, toLikePattern } from '../../lib/call/list.ts'
import type { Tx } from '../../lib/db/db.ts'

/**
 * Returns the condition that the text of `product p` contains `text` in any case. The texts are not
 * read if the products of the store do not have all rows of four letters in it.
 */
export function matchProductText(tx: Tx, text: string): SqlFragment {
  const searched = text.toLowerCase()
  return tx`(select has_search_grams(${searched})) and p.searched like ${toLikePattern(searched)}`
}

/** Returns the text of `product p`, folded like search words. */
export const foldProductText = (tx: Tx): SqlFragment => tx`fold_text(p.searched)`

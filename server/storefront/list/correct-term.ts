import type { SearchCorrection } from '#contract/lib/call/api.ts'
import { normalizeSearchTerm } from '#contract/lib/text/normalize-text.ts'

/** Returns the search term of a shopper with its mistyped words replaced by their nearest words. */
export function correctTerm(term: string, corrections: readonly SearchCorrection[]): string {
  const nearestWords = new Map(corrections.map(({ term, words }) => [term, words[0]]))
  return term
    .split(/\s+/)
    .map(word => nearestWords.get(normalizeSearchTerm(word)) ?? word)
    .join(' ')
}

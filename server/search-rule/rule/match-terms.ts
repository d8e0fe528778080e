import { normalizeSearchTerm } from '#contract/lib/text/normalize-text.ts'

/** Returns the words of a text as the search reads them. */
export const toSearchWords = (text: string): string[] =>
  text
    .split(/[\s\p{P}]+/u)
    .map(normalizeSearchTerm)
    .filter(Boolean)

/** The words of a search that mean a term, from `start` and before `end`. */
export type TermMatch = { start: number; end: number }

/**
 * Returns where the words of a search mean a term, or undefined. Spaces and the endings of plurals do
 * not count: "tea cups" means "teacup".
 */
export function findTerm(words: readonly string[], term: string): TermMatch | undefined {
  const wanted = toSearchWords(term).join('')
  if (wanted === '') return undefined
  for (let start = 0; start < words.length; start++) {
    let text = ''
    for (let end = start + 1; end <= words.length; end++) {
      text += words[end - 1]
      if (text.length > wanted.length + maxEnding) break
      if (isSameTerm(text, wanted)) return { start, end }
    }
  }
  return undefined
}

/** Returns whether a whole search means a term. */
export function isTerm(words: readonly string[], term: string): boolean {
  const wanted = toSearchWords(term).join('')
  return wanted !== '' && isSameTerm(words.join(''), wanted)
}

/** The endings of plurals in the languages of stores. Few other words differ from a term by only these letters. */
const pluralEnding = /^(e?s|x|e?n|e|er|i|ات|ون|ين)$/
const maxEnding = 2
const minStem = 3

function isSameTerm(a: string, b: string): boolean {
  if (a === b) return true
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  if (short.length < minStem) return false
  return long.startsWith(short)
    ? pluralEnding.test(long.slice(short.length))
    : long === short.replace(/y$/, 'ies')
}

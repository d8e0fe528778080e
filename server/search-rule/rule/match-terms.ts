import { normalizeSearchTerm } from '#contract/lib/text/normalize-text.ts'

/** Returns the words of a text as the search reads them. */
export const toSearchWords = (text: string): string[] =>
  text
    .split(/[\s\p{P}]+/u)
    .map(normalizeSearchTerm)
    .filter(Boolean)

/** A term as the search compares it. */
export type SearchTerm = { words: string[]; text: string }

/** Returns the terms of a rule. Terms without letters and digits mean nothing. */
export const toSearchTerms = (terms: readonly string[]): SearchTerm[] =>
  terms
    .map(toSearchWords)
    .filter(words => words.length > 0)
    .map(words => ({ words, text: words.join('') }))

/** The words of a search that mean a term, from `start` and before `end`. */
export type TermMatch = { start: number; end: number }

/**
 * Returns where the words of a search mean a term, or undefined. Spaces and the endings of plurals do
 * not count: "tea cups" means "teacup".
 */
export function findTerm(words: readonly string[], term: SearchTerm): TermMatch | undefined {
  for (let start = 0; start < words.length; start++) {
    if (words[start]?.[0] !== term.text[0]) continue
    let text = ''
    for (let end = start + 1; end <= words.length; end++) {
      text += words[end - 1]
      if (text.length > term.text.length + maxEnding) break
      if (isSameTerm(text, term.text)) return { start, end }
    }
  }
  return undefined
}

/** Returns whether a whole search means a term. */
export const isTerm = (words: readonly string[], term: SearchTerm): boolean =>
  isSameTerm(words.join(''), term.text)

const maxEnding = 2
const minStem = 3

function isSameTerm(a: string, b: string): boolean {
  if (a === b) return true
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  if (short.length < minStem) return false
  return long.startsWith(short)
    ? pluralEndings.some(([ending, stem]) => long === short + ending && stem.test(short))
    : long === short.replace(/y$/, 'ies')
}

/**
 * The endings of plurals, and the stems that have them. A rule applies in all languages, so endings
 * such as the German "n" are missing: "tower" and "golden" are not plurals of "tow" and "gold".
 */
const pluralEndings: readonly [string, RegExp][] = [
  ['s', /[^s]$/],
  ['es', /([osxz]|[cs]h|.{3}[dlnr])$/],
  ['x', /[aeo]u$/],
]

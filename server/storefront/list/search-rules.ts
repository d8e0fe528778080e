import type { SearchRule } from '#contract/cms/search-rule.ts'
import { normalizeSearchTerm } from '#contract/lib/text/normalize-text.ts'
import type { Tx } from '../../lib/db/db.ts'

type Rule = Pick<SearchRule, 'terms' | 'pinnedProducts' | 'hiddenProducts'>

/** What the rules of a store do with a search. */
export type AppliedRules = {
  /** The search with a term replaced by another of the same meaning. */
  alternatives: string[]
  pinnedIds: string[]
  hiddenIds: string[]
}

const maxAlternatives = 10

/** Returns what the rules of the store do with a search. */
export async function applySearchRules(tx: Tx, q: string): Promise<AppliedRules> {
  const rules = await tx<Rule[]>`
    select terms, pinned_products, hidden_products from search_rule
    where store_id = current_store() order by id`
  const words = toWords(q)
  if (words.length === 0) return { alternatives: [], pinnedIds: [], hiddenIds: [] }
  const whole = rules.filter(({ terms }) =>
    terms.some(term => toWords(term).join(' ') === words.join(' ')),
  )
  return {
    alternatives: listAlternatives(rules, words).slice(0, maxAlternatives),
    pinnedIds: whole.flatMap(({ pinnedProducts }) => pinnedProducts),
    hiddenIds: whole.flatMap(({ hiddenProducts }) => hiddenProducts),
  }
}

const toWords = (text: string) =>
  text
    .split(/[\s\p{P}]+/u)
    .map(normalizeSearchTerm)
    .filter(Boolean)

function listAlternatives(rules: readonly Rule[], words: readonly string[]): string[] {
  const alternatives = rules.flatMap(({ terms }) =>
    terms.flatMap(term => {
      const termWords = toWords(term)
      const start = findWords(words, termWords)
      if (start === -1) return []
      return terms
        .filter(other => other !== term)
        .map(other => words.toSpliced(start, termWords.length, ...toWords(other)).join(' '))
    }),
  )
  return [...new Set(alternatives)].filter(text => text !== '' && text !== words.join(' '))
}

/** Returns the index at which the words begin in others, or -1. */
const findWords = (words: readonly string[], wanted: readonly string[]) =>
  wanted.length === 0
    ? -1
    : words.findIndex((_, start) => wanted.every((word, i) => words[start + i] === word))

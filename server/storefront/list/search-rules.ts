import type { SearchRule } from '#contract/cms/search-rule.ts'
import type { Tx } from '../../lib/db/db.ts'
import {
  findTerm,
  isTerm,
  type SearchTerm,
  toSearchTerms,
  toSearchWords,
} from '../../search-rule/rule/match-terms.ts'

type StoredRule = Pick<SearchRule, 'terms' | 'pinnedProducts' | 'hiddenProducts'>
type Rule = Omit<StoredRule, 'terms'> & { terms: SearchTerm[] }

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
  const storedRules = await tx<StoredRule[]>`
    select terms, pinned_products, hidden_products from search_rule
    where store_id = current_store() order by id`
  const words = toSearchWords(q)
  if (words.length === 0) return { alternatives: [], pinnedIds: [], hiddenIds: [] }
  const rules: Rule[] = storedRules.map(rule => ({ ...rule, terms: toSearchTerms(rule.terms) }))
  const whole = rules.filter(({ terms }) => terms.some(term => isTerm(words, term)))
  return {
    alternatives: listAlternatives(rules, words).slice(0, maxAlternatives),
    pinnedIds: whole.flatMap(({ pinnedProducts }) => pinnedProducts),
    hiddenIds: whole.flatMap(({ hiddenProducts }) => hiddenProducts),
  }
}

/** The term itself is an alternative of its other spellings. */
function listAlternatives(rules: readonly Rule[], words: readonly string[]): string[] {
  const alternatives = rules.flatMap(({ terms }) =>
    terms.flatMap(term => {
      const match = findTerm(words, term)
      if (!match) return []
      const { start, end } = match
      return terms.map(other => words.toSpliced(start, end - start, ...other.words).join(' '))
    }),
  )
  return [...new Set(alternatives)].filter(text => text !== words.join(' '))
}

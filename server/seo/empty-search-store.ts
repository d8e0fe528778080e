import type { SearchRule } from '#contract/cms/search-rule.ts'
import { type EmptySearch, maxEmptySearches } from '#contract/cms/seo.ts'
import { assertFound } from '../lib/call/problem.ts'
import type { Tx } from '../lib/db/db.ts'
import { findTerm, isTerm, toSearchTerms, toSearchWords } from '../search-rule/rule/match-terms.ts'

/**
 * Returns the most frequent searches without a result on which no rule acts. A store has at most
 * 1,000.
 */
export async function listEmptySearches(tx: Tx): Promise<EmptySearch[]> {
  const [searches, rules] = await Promise.all([
    tx<EmptySearch[]>`
      select id as "_id", term, count, last_at from empty_search
      where store_id = current_store() order by count desc, id desc`,
    tx<Pick<SearchRule, 'terms'>[]>`select terms from search_rule`,
  ])
  const termsOfRules = rules.map(rule => toSearchTerms(rule.terms))
  const hasRule = (search: EmptySearch) => {
    const words = toSearchWords(search.term)
    // A rule with one term acts on the whole search only.
    return termsOfRules.some(terms =>
      terms.some(term => (terms.length > 1 ? findTerm(words, term) : isTerm(words, term))),
    )
  }
  return searches
    .values()
    .filter(search => !hasRule(search))
    .take(maxEmptySearches)
    .toArray()
}

export async function deleteEmptySearch(tx: Tx, id: string): Promise<void> {
  const [row] = await tx`delete from empty_search where id = ${id} returning id`
  assertFound(row, 'empty_search_not_found')
}

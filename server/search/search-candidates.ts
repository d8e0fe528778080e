import type postgres from 'postgres'
import type { Tx } from '../lib/db/db.ts'

export type SearchEntity = 'product' | 'order' | 'customer' | 'category'
export type SearchFragment = postgres.PendingQuery<postgres.Row[]>

/**
 * Limits the candidates of a frequent word. A single term needs only the displayed results, with a
 * reserve for records that match in several words. Several terms need more candidates, because the
 * other terms filter them.
 */
const maxMatchesSingleTerm = 60
const maxMatchesMultipleTerms = 1000

/**
 * Returns the records `p` of the candidates `c` in the order of their ranks. The offset makes PostgreSQL read one
 * after the other, until the displayed results are found, instead of all of them or the whole table.
 */
export const findRanked = (tx: Tx, entity: SearchEntity, candidates = tx`candidates`) => tx`
  (select id, rank from ${candidates} order by rank) c
  cross join lateral (
    select r.* from ${tx.unsafe(`"${entity}"`)} r where r.store_id = current_store() and r.id = c.id
    offset 0
  ) p`

/** PostgreSQL keeps one plan if no limit is a parameter. Planning takes as long as searching. */
export const toLiteral = (tx: Tx, limit: number) => tx.unsafe(String(limit))

/**
 * Returns the common table expressions `terms` and `candidates`. Candidates are the records with a
 * word that has the rarest term. Exact words come first, newest records first, then longer words, then
 * words with the term inside, unless it is one or two plain letters. Orders with a longer number are
 * sorted by descending number. Matches in phone numbers come last. If the term is a whole word, such as an
 * order number, phone numbers aren't searched.
 */
export function findCandidates(
  tx: Tx,
  searchedEntity: SearchEntity,
  terms: SearchFragment,
): SearchFragment {
  const sortDirection = tx.unsafe(searchedEntity === 'order' ? 'desc' : 'asc')
  const entity = tx.unsafe(`'${searchedEntity}'`)
  const maxMatches = toLiteral(tx, maxMatchesMultipleTerms)
  const matchingWords = tx`
    from search_word w where w.store_id = current_store() and w.entity = ${entity}`
  const prefixCondition = tx`w.word < r.term || chr(1114111)`
  return tx`
    with terms as materialized (
      select term, rank, count(*) over () as n
      from jsonb_array_elements_text(${terms}) with ordinality t(term, rank)
    ),
    rarest as materialized (
      select r.term, case when r.n > 1 then ${maxMatches}
        else ${toLiteral(tx, maxMatchesSingleTerm)} end as max_matches
      from terms r
      order by case when r.n > 1 then (
        select count(*) from (
          select 1 ${matchingWords} and w.word >= r.term and ${prefixCondition}
          limit ${maxMatches}) matches) end, r.rank
      limit 1
    ),
    candidates as materialized (
      select ranked.id, min(ranked.rank) as rank from rarest r, lateral (
        select matches.id, row_number() over () as rank from (
          (select w.id ${matchingWords} and w.word = r.term order by w.id desc limit r.max_matches)
          union all
          (select w.id ${matchingWords} and w.word > r.term and ${prefixCondition}
            order by w.word ${sortDirection}, w.id ${sortDirection} limit r.max_matches)
          union all
          (select w.id
            from unnest(search_words_with_part(${entity}, r.term)) found(word), lateral (
              select w.id ${matchingWords} and w.word = found.word
              order by w.id desc limit r.max_matches
            ) w
            where octet_length(r.term) > 2
            limit r.max_matches)
          union all
          (select w.id
            from (select '+' || ltrim(r.term, '0') as phone where r.term ~ '^0*[1-9]\\d{4,}$') p, lateral (
              select w.id ${matchingWords} and w.word >= p.phone and w.word < p.phone || chr(1114111)
              limit r.max_matches
            ) w
            where not exists (select ${matchingWords} and w.word = r.term))
        ) matches
      ) ranked group by ranked.id
    )`
}

/**
 * Checks several terms against the text. A single term matches already by the index. Phone numbers have no
 * leading zeros there.
 */
export const hasAllTerms = (tx: Tx, text: SearchFragment): SearchFragment => tx`not exists (
  select 1 from terms
  where terms.n > 1
    and position(regexp_replace(terms.term, '^0+(?=\\d{5})', '') in fold_text(${text})) = 0)`
/** Checks every term, also a single one, for a text that is only a part of the indexed words. */
export const containsAllTerms = (tx: Tx, text: SearchFragment): SearchFragment =>
  tx`not exists (select 1 from terms where position(terms.term in fold_text(${text})) = 0)`

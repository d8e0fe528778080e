import type postgres from 'postgres'
import type { SearchCorrection } from '#contract/lib/call/api.ts'
import { type Ability, hasPermission } from '#contract/lib/call/permission.ts'
import {
  maxSuggestions,
  type SearchResults,
  type Suggestion,
  searchResultsPerGroup,
} from '#contract/store/search.ts'
import { foldTrackingNumber } from '#contract/store/tracking-number.ts'
import { normalizePhone } from '../address/phone-number.ts'
import { canSeeContacts } from '../customer/rule/contact-visibility.ts'
import type { Tx } from '../lib/db/db.ts'

type SearchEntity = 'product' | 'order' | 'customer' | 'category'
type SearchRows<K extends keyof SearchResults> = NonNullable<SearchResults[K]>
type SearchFragment = postgres.PendingQuery<postgres.Row[]>

/**
 * Limits the candidates of a frequent word. A single term needs only the displayed results, with a
 * reserve for records that match in several words. Several terms need more candidates, because the
 * other terms filter them.
 */
const maxMatchesSingleTerm = 60
const maxMatchesMultipleTerms = 1000

/** Returns the terms of a text as an SQL array. */
type TermSource = (tx: Tx, entity: SearchEntity, q: string) => SearchFragment
const asTyped: TermSource = (tx, _entity, q) => tx`search_terms(${q})`
const corrected: TermSource = (tx, entity, q) => tx`correct_search_terms(${entity}, ${q})`

/**
 * Returns the results of all entities that the person can read, those of the nearest words if there
 * are no others.
 */
export async function search(
  tx: Tx,
  q: string,
  abilities: readonly Ability[],
): Promise<SearchResults> {
  const results = await findRecords(tx, q, abilities, asTyped)
  if (listFoundEntities(results).length > 0) return results
  const correctedResults = await findRecords(tx, q, abilities, corrected)
  const corrections = await listCorrections(tx, q, listFoundEntities(correctedResults))
  return { ...correctedResults, ...(corrections.length > 0 && { corrections }) }
}

/** Returns the first results of all groups as one list. */
export const toSuggestions = ({
  products = [],
  orders = [],
  customers = [],
  categories = [],
}: SearchResults): Suggestion[] =>
  [
    ...products.map(({ _id, title }) => ({ kind: 'product' as const, _id, title })),
    ...orders.map(({ _id, number }) => ({ kind: 'order' as const, _id, title: number })),
    ...customers.map(({ _id, name, email }) => ({
      kind: 'customer' as const,
      _id,
      title: name || email,
    })),
    ...categories.map(({ _id, name }) => ({ kind: 'category' as const, _id, title: name })),
  ].slice(0, maxSuggestions)

const groupEntities = [
  ['products', 'product'],
  ['orders', 'order'],
  ['customers', 'customer'],
  ['categories', 'category'],
] as const satisfies readonly [keyof SearchResults, SearchEntity][]

const listFoundEntities = (results: SearchResults): SearchEntity[] =>
  groupEntities.filter(([group]) => results[group]?.length).map(([, entity]) => entity)

/** Returns the terms that were corrected to find records of these entities. */
async function listCorrections(
  tx: Tx,
  q: string,
  entities: readonly SearchEntity[],
): Promise<SearchCorrection[]> {
  if (entities.length === 0) return []
  const texts = entities.map(entity => toSearchText(entity, q))
  return tx<SearchCorrection[]>`
    select term, array_agg(distinct word order by word) as words
    from unnest(${entities}::text[], ${texts}::text[]) searched (entity, input),
      unnest(search_terms(input), correct_search_terms(entity, input))
        with ordinality corrected (term, word, rank)
    where word <> term
    group by term
    order by min(rank)`
}

/** Orders and customers are also found by a phone number in any notation. */
const toSearchText = (entity: SearchEntity, q: string) =>
  entity === 'order' || entity === 'customer' ? normalizePhone(q) : q

/** Sends the queries of all entities in one round trip. */
async function findRecords(
  tx: Tx,
  q: string,
  abilities: readonly Ability[],
  source: TermSource,
): Promise<SearchResults> {
  const searchIfAllowed = <T>(
    entity: SearchEntity,
    runSearch: (candidates: SearchFragment) => PromiseLike<T>,
  ) => {
    const terms = source(tx, entity, toSearchText(entity, q))
    return hasPermission(abilities, `${entity}:read`)
      ? runSearch(findCandidates(tx, entity, terms))
      : undefined
  }
  const [products, orders, customers, categories] = await Promise.all([
    searchIfAllowed('product', candidates => findProducts(tx, candidates)),
    searchIfAllowed('order', candidates =>
      findOrders(tx, candidates, { q, canSeeContacts: canSeeContacts(abilities) }),
    ),
    searchIfAllowed('customer', candidates => findCustomers(tx, candidates)),
    searchIfAllowed('category', candidates => findCategories(tx, candidates)),
  ])
  return {
    ...(products && { products }),
    ...(orders && { orders }),
    ...(customers && { customers }),
    ...(categories && { categories }),
  }
}

/**
 * Returns products. For a product with several SKUs, the result has the SKU that matches a term.
 */
const findProducts = (tx: Tx, candidates: SearchFragment) => tx<SearchRows<'products'>>`
  ${candidates}
  select p.id as "_id", p.title, p.image, case when p.sku <> '' then p.sku else coalesce((
      select code from unnest(string_to_array(p.codes, ' ')) code, terms
      where starts_with(fold_text(code), terms.term) limit 1), '') end as sku
  from candidates c join product p on p.id = c.id
  where ${hasAllTerms(tx, tx`p.searched`)}
  order by c.rank limit ${searchResultsPerGroup}`

/**
 * Returns orders, first those with a parcel of this whole tracking number. Without permission to see
 * contacts, only the displayed fields are searched, because a match by email or phone number would
 * reveal the customer.
 */
function findOrders(
  tx: Tx,
  candidates: SearchFragment,
  { q, canSeeContacts }: { q: string; canSeeContacts: boolean },
) {
  const email = canSeeContacts ? tx`o.customer_email` : tx`''`
  const condition = canSeeContacts
    ? hasAllTerms(
        tx,
        tx`concat_ws(' ', o.number, o.search, regexp_replace(o.customer_phone, '\\D', '', 'g'))`,
      )
    : containsAllTerms(tx, tx`o.number || ' ' || o.customer_name`)
  return tx<SearchRows<'orders'>>`
    ${candidates}
    select o.id as "_id", o.number, o.customer_name, ${email} as customer_email, o.status, o.total,
      o.currency
    from (
      select id, min(rank) as rank from (
        select id, rank from candidates
        union all
        select order_id, 0 from fulfillment
        where folded_tracking = ${foldTrackingNumber(q)} and folded_tracking <> ''
      ) found group by id
    ) c join "order" o on o.id = c.id
    where c.rank = 0 or ${condition}
    order by c.rank limit ${searchResultsPerGroup}`
}

function findCustomers(tx: Tx, candidates: SearchFragment) {
  const text = tx`p.name || ' ' || p.email || ' ' || regexp_replace(p.phone, '\\D', '', 'g')`
  return tx<SearchRows<'customers'>>`
    ${candidates}
    select p.id as "_id", p.name, p.email, p.phone
    from candidates c join customer p on p.id = c.id
    where ${hasAllTerms(tx, text)}
    order by c.rank limit ${searchResultsPerGroup}`
}

const findCategories = (tx: Tx, candidates: SearchFragment) => tx<SearchRows<'categories'>>`
  ${candidates}
  select p.id as "_id", p.name, p.image,
    coalesce((select parent.name from category parent where parent.id = p.parent), '') as parent_name
  from candidates c join category p on p.id = c.id
  where ${hasAllTerms(tx, tx`p.name`)}
  order by c.rank limit ${searchResultsPerGroup}`

/**
 * Returns the common table expressions `terms` and `candidates`. Candidates are the records with a
 * word that has the rarest term. Exact words come first, newest records first, then longer words, then
 * words with the term inside, unless it is one or two plain letters. Orders with a longer number are
 * sorted by descending number. Matches in phone numbers come last. If the term is a whole word, such as an
 * order number, phone numbers aren't searched.
 */
function findCandidates(tx: Tx, entity: SearchEntity, terms: SearchFragment): SearchFragment {
  const sortDirection = tx.unsafe(entity === 'order' ? 'desc' : 'asc')
  const matchingWords = tx`
    from search_word w where w.store_id = current_store() and w.entity = ${entity}`
  const prefixCondition = tx`w.word < r.term || chr(1114111)`
  return tx`
    with terms as materialized (
      select term, rank, count(*) over () as n
      from unnest(${terms}) with ordinality t(term, rank)
    ),
    rarest as materialized (
      select r.term, case when r.n > 1 then ${maxMatchesMultipleTerms}
        else ${maxMatchesSingleTerm} end::integer as max_matches
      from terms r
      order by case when r.n > 1 then (
        select count(*) from (
          select 1 ${matchingWords} and w.word >= r.term and ${prefixCondition}
          limit ${maxMatchesMultipleTerms}) matches) end, r.rank
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
const hasAllTerms = (tx: Tx, text: SearchFragment): SearchFragment => tx`not exists (
  select 1 from terms
  where terms.n > 1
    and position(regexp_replace(terms.term, '^0+(?=\\d{5})', '') in fold_text(${text})) = 0)`
/** Checks every term, also a single one, for a text that is only a part of the indexed words. */
const containsAllTerms = (tx: Tx, text: SearchFragment): SearchFragment =>
  tx`not exists (select 1 from terms where position(terms.term in fold_text(${text})) = 0)`

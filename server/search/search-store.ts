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
import { reusePlans } from '../lib/db/plan-cache.ts'
import {
  containsAllTerms,
  findCandidates,
  findRanked,
  hasAllTerms,
  type SearchEntity,
  type SearchFragment,
  toLiteral,
} from './search-candidates.ts'

type SearchRows<K extends keyof SearchResults> = NonNullable<SearchResults[K]>

/** Returns the terms of an entity as a JSON array in SQL, or undefined if it is not searched. */
type TermSource = (entity: SearchEntity) => SearchFragment | undefined

/**
 * Returns the results of all entities that the person can read, those of the nearest words if there
 * are no others.
 */
export async function search(
  tx: Tx,
  q: string,
  abilities: readonly Ability[],
): Promise<SearchResults> {
  await reusePlans(tx)
  const results = await findRecords(
    tx,
    { q, abilities },
    entity => tx`to_jsonb(search_terms(${toSearchText(entity, q)}))`,
  )
  if (listFoundEntities(results).length > 0) return results
  const corrections = await loadCorrections(tx, q, abilities)
  if (corrections.size === 0) return results
  const correctedResults = await findRecords(tx, { q, abilities }, entity => {
    const terms = corrections.get(entity)
    return terms && tx`${tx.json(terms.map(({ word }) => word))}`
  })
  const foundTerms = listFoundEntities(correctedResults).flatMap(
    entity => corrections.get(entity) ?? [],
  )
  return {
    ...results,
    ...correctedResults,
    ...(foundTerms.length > 0 && { corrections: listCorrections(foundTerms) }),
  }
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
const searchEntities = groupEntities.map(([, entity]) => entity)

const listFoundEntities = (results: SearchResults): SearchEntity[] =>
  groupEntities.filter(([group]) => results[group]?.length).map(([, entity]) => entity)

type CorrectedTerm = { term: string; word: string; rank: number }

/** Returns the terms of the entities that have a corrected one, each with the word to search instead. */
async function loadCorrections(
  tx: Tx,
  q: string,
  abilities: readonly Ability[],
): Promise<ReadonlyMap<SearchEntity, CorrectedTerm[]>> {
  const entities = searchEntities.filter(entity => canRead(abilities, entity))
  const rows = await tx<{ entity: SearchEntity; terms: CorrectedTerm[] }[]>`
    select entity, jsonb_agg(jsonb_build_object('term', term, 'word', word, 'rank', rank)
      order by rank) as terms
    from unnest(${entities}::text[], ${entities.map(entity => toSearchText(entity, q))}::text[])
        searched (entity, input),
      unnest(search_terms(input), correct_search_terms(entity, input))
        with ordinality corrected (term, word, rank)
    group by entity
    having bool_or(term <> word)`
  return new Map(rows.map(({ entity, terms }) => [entity, terms]))
}

/** Returns the corrected terms of all entities in the order of the terms. */
function listCorrections(terms: readonly CorrectedTerm[]): SearchCorrection[] {
  const correctedTerms = Map.groupBy(
    terms.filter(({ term, word }) => term !== word).toSorted((a, b) => a.rank - b.rank),
    ({ term }) => term,
  )
  return [...correctedTerms].map(([term, corrections]) => ({
    term,
    words: [...new Set(corrections.map(({ word }) => word))].toSorted(),
  }))
}

const canRead = (abilities: readonly Ability[], entity: SearchEntity) =>
  hasPermission(abilities, `${entity}:read`)

/** Orders and customers are also found by a phone number in any notation. */
const toSearchText = (entity: SearchEntity, q: string) =>
  entity === 'order' || entity === 'customer' ? normalizePhone(q) : q

/** Sends the queries of all entities in one round trip. An entity without terms has no results. */
async function findRecords(
  tx: Tx,
  { q, abilities }: { q: string; abilities: readonly Ability[] },
  getTerms: TermSource,
): Promise<SearchResults> {
  const searchIfAllowed = <T>(
    entity: SearchEntity,
    runSearch: (candidates: SearchFragment) => PromiseLike<T>,
  ) => {
    const terms = canRead(abilities, entity) ? getTerms(entity) : undefined
    return terms && runSearch(findCandidates(tx, entity, terms))
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
  from ${findRanked(tx, 'product')}
  where ${hasAllTerms(tx, tx`p.searched`)}
  order by c.rank limit ${toLiteral(tx, searchResultsPerGroup)}`

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
  const email = canSeeContacts ? tx`p.customer_email` : tx`''`
  const condition = canSeeContacts
    ? hasAllTerms(
        tx,
        tx`concat_ws(' ', p.number, p.search, regexp_replace(p.customer_phone, '\\D', '', 'g'))`,
      )
    : containsAllTerms(tx, tx`p.number || ' ' || p.customer_name`)
  const matches = tx`(
    select id, min(rank) as rank from (
      select id, rank from candidates
      union all
      select order_id, 0 from fulfillment
      where folded_tracking = ${foldTrackingNumber(q)} and folded_tracking <> ''
    ) tracked group by id
  ) matches`
  return tx<SearchRows<'orders'>>`
    ${candidates}
    select p.id as "_id", p.number, p.customer_name, ${email} as customer_email, p.status, p.total,
      p.currency
    from ${findRanked(tx, 'order', matches)}
    where c.rank = 0 or ${condition}
    order by c.rank limit ${toLiteral(tx, searchResultsPerGroup)}`
}

function findCustomers(tx: Tx, candidates: SearchFragment) {
  const text = tx`p.name || ' ' || p.email || ' ' || regexp_replace(p.phone, '\\D', '', 'g')`
  return tx<SearchRows<'customers'>>`
    ${candidates}
    select p.id as "_id", p.name, p.email, p.phone
    from ${findRanked(tx, 'customer')}
    where ${hasAllTerms(tx, text)}
    order by c.rank limit ${toLiteral(tx, searchResultsPerGroup)}`
}

const findCategories = (tx: Tx, candidates: SearchFragment) => tx<SearchRows<'categories'>>`
  ${candidates}
  select p.id as "_id", p.name, p.image,
    coalesce((select parent.name from category parent where parent.id = p.parent), '') as parent_name
  from ${findRanked(tx, 'category')}
  where ${hasAllTerms(tx, tx`p.name`)}
  order by c.rank limit ${toLiteral(tx, searchResultsPerGroup)}`

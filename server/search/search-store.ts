import type postgres from 'postgres'
import { type Ability, hasPermission } from '#contract/lib/permission.ts'
import { type SearchResults, searchResultsPerGroup } from '#contract/search.ts'
import type { Tx } from '../lib/db/db.ts'
import { canSeeContacts } from '../rule/contact-visibility.ts'

type SearchEntity = 'product' | 'order' | 'customer' | 'category'
type SearchRows<K extends keyof SearchResults> = NonNullable<SearchResults[K]>
type SearchFragment = postgres.PendingQuery<postgres.Row[]>

/** How far a word that many things have is followed: alone, no more than is shown (and doubles); beside others, until they agree. */
const maxMatchesSingleTerm = 60
const maxMatchesMultipleTerms = 1000

/** All groups that this person may read, asked together. */
export async function search(
  tx: Tx,
  q: string,
  abilities: readonly Ability[],
): Promise<SearchResults> {
  const searchIfAllowed = <T>(entity: SearchEntity, runSearch: () => PromiseLike<T>) =>
    hasPermission(abilities, `${entity}:read`) ? runSearch() : undefined
  const [products, orders, customers, categories] = await Promise.all([
    searchIfAllowed('product', () => findProducts(tx, q)),
    searchIfAllowed('order', () => findOrders(tx, q, canSeeContacts(abilities))),
    searchIfAllowed('customer', () => findCustomers(tx, normalizePhone(q))),
    searchIfAllowed('category', () => findCategories(tx, q)),
  ])
  return {
    ...(products && { products }),
    ...(orders && { orders }),
    ...(customers && { customers }),
    ...(categories && { categories }),
  }
}

/** A number with blanks in it is one phone number; the zero before an area code is left out beside a country's. */
const normalizePhone = (q: string) =>
  /^\+?[\d\s()./-]{5,}$/.test(q) ? q.replace(/\D/g, '').replace(/^0+/, '') : q

/** SKUs of several variants: the one that was meant. */
const findProducts = (tx: Tx, q: string) => tx<SearchRows<'products'>>`
  ${findCandidates(tx, 'product', q)}
  select p.id as "_id", p.title, p.image, case when p.sku <> '' then p.sku else coalesce(
    (select code from unnest(string_to_array(p.codes, ' ')) code, terms where starts_with(fold_text(code), terms.term) limit 1), '') end as sku
  from candidates c join product p on p.id = c.id where ${hasAllTerms(tx, tx`p.searched`)} order by c.place limit ${searchResultsPerGroup}`

/** By what is shown alone: an order that answers to an email or a phone number says whose it is. */
const findOrders = (tx: Tx, q: string, canSeeContacts: boolean) => tx<SearchRows<'orders'>>`
  ${findCandidates(tx, 'order', q)}
  select o.id as "_id", o.number, o.customer_name, ${canSeeContacts ? tx`o.customer_email` : tx`''`} as customer_email, o.status, o.total, o.currency
  from candidates c join "order" o on o.id = c.id
  where ${canSeeContacts ? hasAllTerms(tx, tx`o.number || ' ' || o.search`) : containsAllTerms(tx, tx`o.number || ' ' || o.customer_name`)} order by c.place limit ${searchResultsPerGroup}`

const findCustomers = (tx: Tx, q: string) => tx<SearchRows<'customers'>>`
  ${findCandidates(tx, 'customer', q)}
  select p.id as "_id", p.name, p.email, p.phone
  from candidates c join customer p on p.id = c.id
  where ${hasAllTerms(tx, tx`p.name || ' ' || p.email || ' ' || regexp_replace(p.phone, '\\D', '', 'g')`)} order by c.place limit ${searchResultsPerGroup}`

const findCategories = (tx: Tx, q: string) => tx<SearchRows<'categories'>>`
  ${findCandidates(tx, 'category', q)}
  select p.id as "_id", p.name, p.image, coalesce((select above.name from category above where above.id = p.parent), '') as parent_name
  from candidates c join category p on p.id = c.id where ${hasAllTerms(tx, tx`p.name`)} order by c.place limit ${searchResultsPerGroup}`

/**
 * Things whose words begin with the rarest of the terms: those with the very word first, the newest of them before older ones.
 * Orders that only begin alike come from the highest number down.
 */
function findCandidates(tx: Tx, entity: SearchEntity, q: string): SearchFragment {
  const sortDirection = tx.unsafe(entity === 'order' ? 'desc' : 'asc')
  const matchingWords = tx`from search_word w where w.business_id = current_business() and w.thing = ${entity}`
  const prefixCondition = tx`w.word < r.term || chr(1114111)`
  return tx`
    with terms as materialized (select term, rank, count(*) over () as n from unnest(search_terms(${q})) with ordinality t(term, rank)),
    rarest as materialized (
      select r.term, case when r.n > 1 then ${maxMatchesMultipleTerms} else ${maxMatchesSingleTerm} end::integer as reach from terms r
      order by case when r.n > 1 then (select count(*) from (select 1 ${matchingWords} and w.word >= r.term and ${prefixCondition} limit ${maxMatchesMultipleTerms}) seen) end, r.rank limit 1
    ),
    candidates as materialized (
      select found.id, min(found.place) as place from rarest r, lateral (
        select f.id, row_number() over () as place from (
          (select w.id ${matchingWords} and w.word = r.term order by w.id desc limit r.reach)
          union all
          (select w.id ${matchingWords} and w.word > r.term and ${prefixCondition} order by w.word ${sortDirection}, w.id ${sortDirection} limit r.reach)
        ) f
      ) found group by found.id
    )`
}

const hasAllTerms = (tx: Tx, text: SearchFragment): SearchFragment => tx`not exists (
  select 1 from terms where terms.n > 1 and position(terms.term in fold_text(${text})) = 0)`
/** `hasAllTerms` for a text that is not all of what the thing was found by. */
const containsAllTerms = (tx: Tx, text: SearchFragment): SearchFragment =>
  tx`not exists (select 1 from terms where position(terms.term in fold_text(${text})) = 0)`

import type postgres from 'postgres'
import { type Ability, may } from '#contract/lib/permission.ts'
import { type Found, searchShown } from '#contract/search.ts'
import type { Tx } from '../lib/db/db.ts'
import { seesContacts } from '../rule/contact-rule.ts'

type Thing = 'product' | 'order' | 'customer' | 'category'
type Rows<K extends keyof Found> = NonNullable<Found[K]>
type Fragment = postgres.PendingQuery<postgres.Row[]>

/** How far a word that many things have is followed: alone, no more than is shown (and doubles); beside others, until they agree. */
const followedAlone = 60
const followedTogether = 1000

/** All groups that this person may read, asked together. */
export async function find(tx: Tx, q: string, abilities: readonly Ability[]): Promise<Found> {
  const asked = <T>(thing: Thing, ask: () => PromiseLike<T>) =>
    may(abilities, `${thing}:read`) ? ask() : undefined
  const [products, orders, customers, categories] = await Promise.all([
    asked('product', () => findProducts(tx, q)),
    asked('order', () => findOrders(tx, q, seesContacts(abilities))),
    asked('customer', () => findCustomers(tx, asPhone(q))),
    asked('category', () => findCategories(tx, q)),
  ])
  return {
    ...(products && { products }),
    ...(orders && { orders }),
    ...(customers && { customers }),
    ...(categories && { categories }),
  }
}

/** A number with blanks in it is one phone number; the zero before an area code is left out beside a country's. */
const asPhone = (q: string) =>
  /^\+?[\d\s()./-]{5,}$/.test(q) ? q.replace(/\D/g, '').replace(/^0+/, '') : q

/** SKUs of several variants: the one that was meant. */
const findProducts = (tx: Tx, q: string) => tx<Rows<'products'>>`
  ${closest(tx, 'product', q)}
  select p.id as "_id", p.title, p.image, case when p.sku <> '' then p.sku else coalesce(
    (select code from unnest(string_to_array(p.codes, ' ')) code, terms where starts_with(folded(code), terms.term) limit 1), '') end as sku
  from candidates c join product p on p.id = c.id where ${hasAllTerms(tx, tx`p.searched`)} order by c.place limit ${searchShown}`

/** By what is shown alone: an order that answers to an email or a phone number says whose it is. */
const findOrders = (tx: Tx, q: string, hasContacts: boolean) => tx<Rows<'orders'>>`
  ${closest(tx, 'order', q)}
  select o.id as "_id", o.number, o.customer_name, ${hasContacts ? tx`o.customer_email` : tx`''`} as customer_email, o.status, o.total, o.currency
  from candidates c join "order" o on o.id = c.id
  where ${hasContacts ? hasAllTerms(tx, tx`o.number || ' ' || o.search`) : isIn(tx, tx`o.number || ' ' || o.customer_name`)} order by c.place limit ${searchShown}`

const findCustomers = (tx: Tx, q: string) => tx<Rows<'customers'>>`
  ${closest(tx, 'customer', q)}
  select p.id as "_id", p.name, p.email, p.phone
  from candidates c join customer p on p.id = c.id
  where ${hasAllTerms(tx, tx`p.name || ' ' || p.email || ' ' || regexp_replace(p.phone, '\\D', '', 'g')`)} order by c.place limit ${searchShown}`

const findCategories = (tx: Tx, q: string) => tx<Rows<'categories'>>`
  ${closest(tx, 'category', q)}
  select p.id as "_id", p.name, p.image, coalesce((select above.name from category above where above.id = p.parent), '') as parent_name
  from candidates c join category p on p.id = c.id where ${hasAllTerms(tx, tx`p.name`)} order by c.place limit ${searchShown}`

/**
 * Things whose words begin with the rarest of the terms: those with the very word first, the newest of them before older ones.
 * Orders that only begin alike come from the highest number down.
 */
function closest(tx: Tx, thing: Thing, q: string): Fragment {
  const down = tx.unsafe(thing === 'order' ? 'desc' : 'asc')
  const words = tx`from search_word w where w.business_id = current_business() and w.thing = ${thing}`
  const beginning = tx`w.word < r.term || chr(1114111)`
  return tx`
    with terms as materialized (select term, rank, count(*) over () as n from unnest(search_terms(${q})) with ordinality t(term, rank)),
    rarest as materialized (
      select r.term, case when r.n > 1 then ${followedTogether} else ${followedAlone} end::integer as reach from terms r
      order by case when r.n > 1 then (select count(*) from (select 1 ${words} and w.word >= r.term and ${beginning} limit ${followedTogether}) seen) end, r.rank limit 1
    ),
    candidates as materialized (
      select found.id, min(found.place) as place from rarest r, lateral (
        select f.id, row_number() over () as place from (
          (select w.id ${words} and w.word = r.term order by w.id desc limit r.reach)
          union all
          (select w.id ${words} and w.word > r.term and ${beginning} order by w.word ${down}, w.id ${down} limit r.reach)
        ) f
      ) found group by found.id
    )`
}

const hasAllTerms = (tx: Tx, text: Fragment): Fragment => tx`not exists (
  select 1 from terms where terms.n > 1 and position(terms.term in folded(${text})) = 0)`
/** `hasAllTerms` for a text that is not all of what the thing was found by. */
const isIn = (tx: Tx, text: Fragment): Fragment =>
  tx`not exists (select 1 from terms where position(terms.term in folded(${text})) = 0)`

import type { StorefrontFacets, StorefrontFacetValue } from '#contract/storefront-page.ts'
import type { SqlFragment } from '../lib/call/list.ts'
import type { Tx } from '../lib/db/db.ts'
import { selectParts } from '../lib/db/record-part.ts'
import { getOptionFilterName, type ProductFilter } from './product-filters.ts'

/** The most values of a filter that a page lists, those of most products first. */
const maxValues = 20
const maxOptions = 6
/** The values of larger lists are those of this number of their products. */
const maxProducts = 10_000

type OptionValueRow = StorefrontFacetValue & { name: string }
export type FacetRow = Omit<StorefrontFacets, 'options'> & { optionValues: OptionValueRow[] }

/**
 * Selects the values that the products of a list have, in one pass over the products. The values of
 * a filter are those of the products that match all other filters, so that a shopper can add one.
 */
export const selectFacets = (tx: Tx, where: SqlFragment, filters: readonly ProductFilter[]) => tx<
  FacetRow[]
>`
  with listed as materialized (
    select p.vendor, p.tags, p.options, p.price, ${selectMissedFilters(tx, filters)} as missed
    from product p where ${where} limit ${maxProducts}
  )
  select min(price) filter (where missed <@ '{price}')::float8 as lowest_price,
    max(price) filter (where missed <@ '{price}')::float8 as highest_price,
    ${selectParts(
      tx,
      tx`
        select vendor as value, count(*)::integer as count from listed
        where vendor <> '' and missed <@ '{vendor}'
        group by vendor order by count desc, value limit ${maxValues}`,
    )} as vendors,
    ${selectParts(
      tx,
      tx`
        select tag as value, count(*)::integer as count from listed, unnest(tags) tag
        where missed <@ '{tag}'
        group by tag order by count desc, value limit ${maxValues}`,
    )} as tags,
    ${selectParts(tx, selectOptionValues(tx))} as option_values
  from listed`

/** In the order in which most products list the values, such as the order of sizes. */
const selectOptionValues = (tx: Tx) => tx`
  select name, value, count from (
    select o.name, v.value, count(*)::integer as count, avg(v.position) as position,
      sum(count(*)) over (partition by o.name) as name_count,
      row_number() over (partition by o.name order by count(*) desc, v.value) as rank
    from listed, jsonb_to_recordset(options) as o (name text, values jsonb),
      jsonb_array_elements_text(o.values) with ordinality as v (value, position)
    where missed <@ array[${getOptionFilterName('')} || o.name] and strpos(o.name, ':') = 0
    group by o.name, v.value
  ) ranked
  where rank <= ${maxValues}
  order by name_count desc, name, position, value
  limit ${maxValues * maxOptions}`

/** Selects the names of the filters that a product does not match. */
const selectMissedFilters = (tx: Tx, filters: readonly ProductFilter[]) =>
  filters.reduce(
    (missed, { name, condition }) =>
      tx`${missed} || case when ${condition} then '{}' else array[${name}::text] end`,
    tx`'{}'::text[]`,
  )

/** A filter without a choice is left out. */
export function toFacets([row]: readonly FacetRow[]): StorefrontFacets {
  const options = Map.groupBy(row?.optionValues ?? [], ({ name }) => name)
  return {
    vendors: row?.vendors ?? [],
    tags: row?.tags ?? [],
    options: [...options].slice(0, maxOptions).map(([name, values]) => ({
      name,
      values: values.map(({ value, count }) => ({ value, count })),
    })),
    lowestPrice: row?.lowestPrice ?? null,
    highestPrice: row?.highestPrice ?? null,
  }
}

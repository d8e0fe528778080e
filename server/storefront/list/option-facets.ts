import type { StorefrontFilter } from '#contract/storefront/storefront-filter.ts'
import type { SqlFragment } from '../../lib/call/list.ts'
import type { Tx } from '../../lib/db/db.ts'
import { hasOptionValues, matchVariant, type VariantFilter } from './product-filters.ts'

/** The most values of a filter that a page lists, those of most products first. */
export const maxValues = 50
export const maxOptions = 10

type OptionValueQuery = {
  variantFilter: VariantFilter
  /** The names of the options to filter by, or null for all. */
  names: readonly string[] | null
  /** The condition that a product matches all filters other than by options. */
  matchesOthers: SqlFragment
}

export function getOptionNames(filters: readonly StorefrontFilter[]): string[] | null {
  const names = filters.flatMap(({ filter, option }) => (filter === 'option' ? [option] : []))
  return names.includes('') ? null : names
}

/**
 * Selects the values of options of the products `listed`. A value counts the products that a shopper
 * sees after choosing it. Reads variants only if the list is filtered by other options
 * or by availability.
 */
export const selectOptionValues = (tx: Tx, query: OptionValueQuery) => tx`
  select name, value, count, case when exists (
      select from product_swatch s
      where s.store_id = current_store() and s.name = lower(ranked.name)
    ) then find_swatch(name, value) end as swatch
  from (
    select name, value, count, sum(count) over (partition by name) as name_count,
      row_number() over (partition by name order by count desc, value) as rank
    from (${selectCounts(tx, query)}) counted
    where strpos(name, ':') = 0 ${query.names ? tx`and name = any (${query.names}::text[])` : tx``}
  ) ranked
  where rank <= ${maxValues}
  order by name_count desc, name, value
  limit ${maxValues * maxOptions}`

function selectCounts(tx: Tx, query: OptionValueQuery): SqlFragment {
  const { optionFilters } = query.variantFilter
  const otherOptions = countValues(tx, query, {
    isCounted: tx`o.name <> all (${optionFilters.map(([name]) => name)}::text[])`,
    optionFilters,
  })
  return optionFilters
    .map(([name]) =>
      countValues(tx, query, {
        isCounted: tx`o.name = ${name}`,
        optionFilters: optionFilters.filter(other => other[0] !== name),
      }),
    )
    .reduce((all, counts) => tx`${all} union all ${counts}`, otherOptions)
}

type ValueCount = Pick<VariantFilter, 'optionFilters'> & {
  /** The condition that the values of an option `o` are counted. */
  isCounted: SqlFragment
}

function countValues(tx: Tx, query: OptionValueQuery, { isCounted, optionFilters }: ValueCount) {
  const { isAvailableOnly } = query.variantFilter
  return optionFilters.length > 0 || isAvailableOnly
    ? countVariantValues(tx, query, {
        isCounted,
        variantFilter: { optionFilters, isAvailableOnly },
      })
    : countProductValues(tx, query, isCounted)
}

/** Counts the products with each value. */
const countProductValues = (
  tx: Tx,
  { matchesOthers }: OptionValueQuery,
  isCounted: SqlFragment,
) => tx`
  select o.name, v.value, sum(products)::integer as count
  from (
    select options, sum(products) as products from grouped where options <> '[]' and ${matchesOthers}
    group by options
  ) with_options,
    jsonb_to_recordset(options) as o (name text, values jsonb),
    jsonb_array_elements_text(o.values) as v (value)
  where ${isCounted}
  group by o.name, v.value`

/**
 * Counts the products with each value of a variant that the filters match. In a subquery of its own,
 * PostgreSQL filters the variants before it reads their products for the row security.
 */
const countVariantValues = (
  tx: Tx,
  { matchesOthers }: OptionValueQuery,
  { isCounted, variantFilter }: { isCounted: SqlFragment; variantFilter: VariantFilter },
) => tx`
  select o.name, value, count(*)::integer as count
  from listed p
  cross join rows from (jsonb_to_recordset(p.options) as (name text)) with ordinality o (name, position)
  cross join unnest(array(
    select distinct v.options[o.position] from variant v
    where v.store_id = current_store() and v.product_id = p.id and ${matchVariant(tx, variantFilter)}
  )) value
  where ${matchesOthers} and ${isCounted} and ${hasOptionValues(tx, variantFilter.optionFilters)}
  group by o.name, value`

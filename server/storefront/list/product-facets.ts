import type { OptionSwatch } from '#contract/product/option-swatch.ts'
import type {
  StorefrontFacets,
  StorefrontFacetValue,
  StorefrontFilter,
} from '#contract/storefront/storefront-filter.ts'
import type { SqlFragment } from '../../lib/call/list.ts'
import type { Tx } from '../../lib/db/db.ts'
import { selectParts } from '../../lib/db/record-part.ts'
import { isAvailable } from './product-cards.ts'
import { getOptionFilterName, type ProductFilter } from './product-filters.ts'

/** The most values of a filter that a page lists, those of most products first. */
const maxValues = 50
const maxOptions = 10
/** Pages show the total of larger lists as this number with a plus sign. */
export const maxTotal = 2000
/** The values of larger lists are those of this number of their products. */
const maxProducts = 10_000

type OptionValueRow = StorefrontFacetValue & { name: string; swatch: OptionSwatch | null }
export type FacetRow = Omit<StorefrontFacets, 'options'> & {
  optionValues: OptionValueRow[]
  /** The number of products that match all filters. Above `maxTotal`, it is not exact. */
  total: number
  /** The products of the page. Null if `FacetQuery.page` is undefined. */
  ids: string[] | null
}
type FacetQuery = {
  filters: readonly StorefrontFilter[]
  conditions: readonly ProductFilter[]
  /** `where` with the conditions, for lists with more products than are read. */
  filteredWhere: SqlFragment
  /** The order and limit of the products of the page, for lists of which all products are read. */
  page?: SqlFragment
}

/** Returns how many products of a list are read. */
export const getMaxReadProducts = (filters: readonly StorefrontFilter[]) =>
  filters.length === 0 ? maxTotal + 1 : maxProducts

/**
 * Selects the values that the products of a list have for its filters, and their number with the filters
 * of the URL, in one pass over the products. For smaller lists also selects the products of the page.
 * The values of a filter are those of the products that match all other filters, so that a shopper
 * can add one. Equal lists of tags and of options are counted before they are split, because most
 * products share theirs.
 */
export function selectFacets(
  tx: Tx,
  where: SqlFragment,
  { filters, conditions, filteredWhere, page }: FacetQuery,
) {
  const bits = toFilterBits(conditions)
  const matchesOthers = (filterName: string) =>
    conditions.length === 0 ? tx`true` : tx`missed in (0, ${bits.get(filterName) ?? 0})`
  const hasFilter = (kind: StorefrontFilter['filter']) =>
    filters.some(({ filter }) => filter === kind)
  const selectIfFiltered = (kind: StorefrontFilter['filter'], select: () => SqlFragment) =>
    hasFilter(kind) ? selectParts(tx, select()) : tx`'[]'::jsonb`
  const maxReadProducts = getMaxReadProducts(filters)
  const matchCount = tx`count(*) filter (where missed = 0)`
  const total = page
    ? matchCount
    : tx`case when count(*) < ${maxReadProducts} then ${matchCount} else (
        select count(*) from (select from product p where ${filteredWhere} limit ${maxTotal + 1}) counted
      ) end`
  return tx<FacetRow[]>`
    with listed as materialized (
      select p.vendor, p.tags, p.options, p.price, ${page ? sortedColumns(tx) : tx``}
        ${hasFilter('available') ? isAvailable(tx) : tx`false`} as is_available,
        ${selectMissedFilters(tx, conditions, bits)} as missed
      from product p where ${where} limit ${maxReadProducts}
    )
    select ${page ? tx`array(select p.id from listed p where p.missed = 0 ${page})` : tx`null::uuid[]`} as ids,
      (${total})::integer as total, ${
        hasFilter('available')
          ? tx`(count(*) filter (where is_available and ${matchesOthers('available')}))::integer`
          : tx`null::integer`
      } as available_count,
      min(price) filter (where ${matchesOthers('price')})::float8 as lowest_price,
      max(price) filter (where ${matchesOthers('price')})::float8 as highest_price,
      ${selectIfFiltered(
        'vendor',
        () => tx`
          select vendor as value, count(*)::integer as count from listed
          where vendor <> '' and ${matchesOthers('vendor')}
          group by vendor order by count desc, value limit ${maxValues}`,
      )} as vendors,
      ${selectIfFiltered(
        'tag',
        () => tx`
          select tag as value, sum(products)::integer as count
          from (
            select tags, count(*) as products from listed where ${matchesOthers('tag')}
            group by tags
          ) tagged, unnest(tags) tag
          group by tag order by count desc, value limit ${maxValues}`,
      )} as tags,
      ${selectIfFiltered('option', () => selectOptionValues(tx, bits, getOptionNames(filters)))} as option_values
    from listed`
}

/** The columns by which lists are sorted. */
const sortedColumns = (tx: Tx) =>
  tx`p.id, p.created_at, p.sold_units, p.rating_rank, p.title_sorted,`

/** Returns the names of the options to filter by, or null for all. */
function getOptionNames(filters: readonly StorefrontFilter[]): string[] | null {
  const names = filters.flatMap(({ filter, option }) => (filter === 'option' ? [option] : []))
  return names.includes('') ? null : names
}

const selectOptionValues = (
  tx: Tx,
  bits: ReadonlyMap<string, number>,
  names: readonly string[] | null,
) => tx`
  select name, value, count, case when exists (
      select from product_swatch s
      where s.store_id = current_store() and s.name = lower(ranked.name)
    ) then find_swatch(name, value) end as swatch
  from (
    select o.name, v.value, sum(products)::integer as count,
      sum(sum(products)) over (partition by o.name) as name_count,
      row_number() over (partition by o.name order by sum(products) desc, v.value) as rank
    from (
      select options, missed, count(*) as products from listed where options <> '[]'
      group by options, missed
    ) with_options,
      jsonb_to_recordset(options) as o (name text, values jsonb),
      jsonb_array_elements_text(o.values) as v (value)
    where strpos(o.name, ':') = 0 ${names ? tx`and o.name = any (${names}::text[])` : tx``}
      and missed in (0, coalesce((
        ${JSON.stringify(Object.fromEntries(bits))}::text::jsonb
          -> (${getOptionFilterName('')} || o.name))::integer, 0))
    group by o.name, v.value
  ) ranked
  where rank <= ${maxValues}
  order by name_count desc, name, value
  limit ${maxValues * maxOptions}`

/** Returns a bit for each filter. Conditions of the same name share one. */
function toFilterBits(filters: readonly ProductFilter[]): ReadonlyMap<string, number> {
  const names = new Set(filters.map(({ name }) => name))
  return new Map([...names].map((name, index) => [name, 1 << index]))
}

/** Selects the bits of the filters that a product does not match. */
const selectMissedFilters = (
  tx: Tx,
  filters: readonly ProductFilter[],
  bits: ReadonlyMap<string, number>,
) =>
  filters.reduce(
    (missed, { name, condition }) =>
      tx`${missed} | case when ${condition} then 0 else ${bits.get(name) ?? 0} end`,
    tx`0`,
  )

export function toFacets([row]: readonly FacetRow[]): StorefrontFacets {
  const options = Map.groupBy(row?.optionValues ?? [], ({ name }) => name)
  return {
    vendors: row?.vendors ?? [],
    tags: row?.tags ?? [],
    options: [...options].slice(0, maxOptions).map(([name, values]) => ({
      name,
      values: values.map(({ value, count }) => ({ value, count })),
      swatches: values.flatMap(({ swatch }) => swatch ?? []),
    })),
    availableCount: row?.availableCount ?? null,
    lowestPrice: row?.lowestPrice ?? null,
    highestPrice: row?.highestPrice ?? null,
  }
}

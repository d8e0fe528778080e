import type { OptionSwatch } from '#contract/product/option-swatch.ts'
import type {
  StorefrontFacets,
  StorefrontFacetValue,
  StorefrontFilter,
} from '#contract/storefront/storefront-filter.ts'
import type { SqlFragment } from '../../lib/call/list.ts'
import type { Tx } from '../../lib/db/db.ts'
import { selectParts } from '../../lib/db/record-part.ts'
import { getOptionNames, maxOptions, maxValues, selectOptionValues } from './option-facets.ts'
import { isAvailable } from './product-cards.ts'
import { hasMatchingVariant, type ProductFilter, type VariantFilter } from './product-filters.ts'

/** Pages show the total of larger lists as this number with a plus sign. */
export const maxTotal = 2000
/** The values of larger lists are those of this number of their newest products. */
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
  variantFilter: VariantFilter
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
 * can add one. Counts products with equal values together first, because most products share their values.
 */
export function selectFacets(tx: Tx, where: SqlFragment, query: FacetQuery) {
  const { filters, conditions, variantFilter, page } = query
  const bits = toFilterBits(conditions)
  const matchesOthers = (filterName: string) =>
    conditions.length === 0 ? tx`true` : tx`missed in (0, ${bits.get(filterName) ?? 0})`
  const hasFilter = (kind: StorefrontFilter['filter']) =>
    filters.some(({ filter }) => filter === kind)
  const selectIfFiltered = (kind: StorefrontFilter['filter'], select: () => SqlFragment) =>
    hasFilter(kind) ? selectParts(tx, select()) : tx`'[]'::jsonb`
  return tx<FacetRow[]>`
    with listed as (
      select p.id, p.vendor, p.tags, p.options, p.price, ${page ? sortedColumns(tx) : tx``}
        ${hasFilter('available') ? staysAvailable(tx, variantFilter) : tx`false`} as is_available,
        ${selectMissedFilters(tx, conditions, bits)} as missed
      from product p where ${where} ${page ? tx`` : newestFirst(tx)}
      limit ${getMaxReadProducts(filters)}
    ),
    grouped as materialized (
      select missed, is_available, ${hasFilter('vendor') ? tx`vendor` : tx`'' as vendor`},
        ${hasFilter('tag') ? tx`tags` : tx`'{}'::text[] as tags`},
        ${hasFilter('option') ? tx`options` : tx`'[]'::jsonb as options`},
        count(*)::integer as products, min(price) as lowest_price, max(price) as highest_price
      from listed group by 1, 2, 3, 4, 5
    )
    select ${page ? tx`array(select p.id from listed p where p.missed = 0 ${page})` : tx`null::uuid[]`} as ids,
      (${selectTotal(tx, query)})::integer as total, ${
        hasFilter('available')
          ? tx`(coalesce(sum(products) filter (where is_available and ${matchesOthers('available')}), 0))::integer`
          : tx`null::integer`
      } as available_count,
      min(lowest_price) filter (where ${matchesOthers('price')})::float8 as lowest_price,
      max(highest_price) filter (where ${matchesOthers('price')})::float8 as highest_price,
      ${selectIfFiltered(
        'vendor',
        () => tx`
          select vendor as value, sum(products)::integer as count from grouped
          where vendor <> '' and ${matchesOthers('vendor')}
          group by vendor order by count desc, value limit ${maxValues}`,
      )} as vendors,
      ${selectIfFiltered(
        'tag',
        () => tx`
          select tag as value, sum(products)::integer as count
          from grouped, unnest(tags) tag where ${matchesOthers('tag')}
          group by tag order by count desc, value limit ${maxValues}`,
      )} as tags,
      ${selectIfFiltered('option', () =>
        selectOptionValues(tx, {
          variantFilter,
          names: getOptionNames(filters),
          matchesOthers: matchesOthers('option'),
        }),
      )} as option_values
    from grouped`
}

/**
 * Selects the number of products that match all filters. Counts them separately only if the products that
 * were read are not all of the list and too few of them match.
 */
function selectTotal(tx: Tx, { filters, filteredWhere, page }: FacetQuery): SqlFragment {
  const matchCount = tx`coalesce(sum(products) filter (where missed = 0), 0)`
  if (page) return matchCount
  return tx`case
    when coalesce(sum(products), 0) < ${getMaxReadProducts(filters)} or ${matchCount} > ${maxTotal} then ${matchCount}
    else (
      select count(*) from (select from product p where ${filteredWhere} limit ${maxTotal + 1}) matching
    ) end`
}

/** Makes PostgreSQL read an index. Other plans evaluate the condition on the store for each product. */
const newestFirst = (tx: Tx) => tx`order by p.created_at desc, p.id desc`

/** Returns the condition that a product is still listed if the shopper adds the filter “In stock only”. */
const staysAvailable = (tx: Tx, { optionFilters }: VariantFilter) =>
  optionFilters.length === 0
    ? isAvailable(tx)
    : hasMatchingVariant(tx, { optionFilters, isAvailableOnly: true })

/** The columns by which lists are sorted. */
const sortedColumns = (tx: Tx) => tx`p.created_at, p.sold_units, p.rating_rank, p.title_sorted,`

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

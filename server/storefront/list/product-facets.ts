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
 * can add one. Equal lists of tags and of options are counted before they are split, because most
 * products share theirs.
 */
export function selectFacets(
  tx: Tx,
  where: SqlFragment,
  { filters, conditions, variantFilter, filteredWhere, page }: FacetQuery,
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
      select p.id, p.vendor, p.tags, p.options, p.price, ${page ? sortedColumns(tx) : tx``}
        ${hasFilter('available') ? staysAvailable(tx, variantFilter) : tx`false`} as is_available,
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
      ${selectIfFiltered('option', () =>
        selectOptionValues(tx, {
          variantFilter,
          names: getOptionNames(filters),
          matchesOthers: matchesOthers('option'),
        }),
      )} as option_values
    from listed`
}

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

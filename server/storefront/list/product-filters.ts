import { toMinorUnits } from '#contract/lib/money/money.ts'
import type { StorefrontListQuery } from '#contract/storefront/storefront.ts'
import type { SqlFragment } from '../../lib/call/list.ts'
import type { Tx } from '../../lib/db/db.ts'
import { isAvailable, isVariantAvailable } from './product-cards.ts'

/** A condition on products `p`. Filters of the same name are alternatives in the list of values. */
export type ProductFilter = { name: string; condition: SqlFragment }

/** Returns the conditions of the filters in a URL. */
export function getProductFilters(
  tx: Tx,
  query: StorefrontListQuery,
  currency: string,
): ProductFilter[] {
  const { priceFrom, priceTo, available, vendor, tag } = query
  const variantFilter = getVariantFilter(query)
  const from = priceFrom === undefined ? null : toMinorUnits(priceFrom, currency)
  const to = priceTo === undefined ? null : toMinorUnits(priceTo, currency)
  return [
    ...(from === null ? [] : [{ name: 'price', condition: tx`p.price >= ${from}` }]),
    ...(to === null ? [] : [{ name: 'price', condition: tx`p.price <= ${to}` }]),
    ...(available ? [{ name: 'available', condition: isAvailable(tx) }] : []),
    ...(vendor?.length ? [{ name: 'vendor', condition: tx`p.vendor = any (${vendor})` }] : []),
    ...(tag?.length ? [{ name: 'tag', condition: tx`p.tags && ${tag}::text[]` }] : []),
    ...(variantFilter.optionFilters.length > 0
      ? [{ name: 'option', condition: hasMatchingVariant(tx, variantFilter) }]
      : []),
  ]
}

/** The values of an option that a shopper chose. A variant matches if it has one of them. */
export type OptionFilter = [name: string, values: string[]]

export type VariantFilter = {
  optionFilters: readonly OptionFilter[]
  /** Whether only variants that can be bought match. */
  isAvailableOnly: boolean
}

export const getVariantFilter = ({
  option = [],
  available,
}: Pick<StorefrontListQuery, 'option' | 'available'>): VariantFilter => ({
  optionFilters: groupOptions(option),
  isAvailableOnly: available !== undefined,
})

/** Returns the condition that one variant of product `p` has a value of each option. */
export function hasMatchingVariant(tx: Tx, filter: VariantFilter): SqlFragment {
  const { optionFilters, isAvailableOnly } = filter
  if (optionFilters.length === 1 && !isAvailableOnly) return hasOptionValues(tx, optionFilters)
  return tx`(${hasOptionValues(tx, optionFilters)} and exists (
    select from variant v
    where v.store_id = p.store_id and v.product_id = p.id and ${matchVariant(tx, filter)}))`
}

/** Returns the condition that product `p` has a value of each option. It needs no variants. */
export const hasOptionValues = (tx: Tx, filters: readonly OptionFilter[]) =>
  joinAll(
    tx,
    filters.map(
      ([name, values]) =>
        tx`p.options @> any (${values.map(value =>
          JSON.stringify([{ name, values: [value] }]),
        )}::text[]::jsonb[])`,
    ),
  )

/**
 * Returns the condition that variant `v` of product `p` has a value of each option. Its value is at the
 * position of the option in the product, which has at most three.
 */
export const matchVariant = (tx: Tx, { optionFilters, isAvailableOnly }: VariantFilter) =>
  joinAll(tx, [
    ...(isAvailableOnly ? [isVariantAvailable(tx)] : []),
    ...optionFilters.map(
      ([name, values]) => tx`
        v.options[case ${name} when p.options -> 0 ->> 'name' then 1
          when p.options -> 1 ->> 'name' then 2 when p.options -> 2 ->> 'name' then 3 end] = any (${values}::text[])`,
    ),
  ])

const joinAll = (tx: Tx, conditions: readonly SqlFragment[]) =>
  conditions.reduce((all, condition) => tx`${all} and ${condition}`, tx`true`)

/** Groups entries such as `Color:Red` by the name of the option. */
export function groupOptions(entries: readonly string[]): OptionFilter[] {
  const groups = new Map<string, string[]>()
  for (const entry of entries) {
    const separator = entry.indexOf(':')
    const name = entry.slice(0, Math.max(separator, 0))
    groups.set(name, [...(groups.get(name) ?? []), entry.slice(separator + 1)])
  }
  return [...groups]
}

export const hasFilters = ({ page: _, sort: __, ...filters }: StorefrontListQuery) =>
  [filters.priceFrom, filters.priceTo, filters.available].some(value => value !== undefined) ||
  [filters.vendor, filters.tag, filters.option].some(values => (values?.length ?? 0) > 0)

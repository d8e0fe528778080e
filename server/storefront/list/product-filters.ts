import { toMinorUnits } from '#contract/lib/money/money.ts'
import type { StorefrontListQuery } from '#contract/storefront/storefront.ts'
import type { SqlFragment } from '../../lib/call/list.ts'
import type { Tx } from '../../lib/db/db.ts'
import { isAvailable } from './product-cards.ts'

/** A condition on products `p`. Filters of the same name are alternatives in the list of values. */
export type ProductFilter = { name: string; condition: SqlFragment }

export const getOptionFilterName = (optionName: string) => `option:${optionName}`

/** Returns the conditions of the filters in a URL. */
export function getProductFilters(
  tx: Tx,
  query: StorefrontListQuery,
  currency: string,
): ProductFilter[] {
  const { priceFrom, priceTo, available, vendor, tag, option } = query
  const from = priceFrom === undefined ? null : toMinorUnits(priceFrom, currency)
  const to = priceTo === undefined ? null : toMinorUnits(priceTo, currency)
  return [
    ...(from === null ? [] : [{ name: 'price', condition: tx`p.price >= ${from}` }]),
    ...(to === null ? [] : [{ name: 'price', condition: tx`p.price <= ${to}` }]),
    ...(available ? [{ name: 'available', condition: isAvailable(tx) }] : []),
    ...(vendor?.length ? [{ name: 'vendor', condition: tx`p.vendor = any (${vendor})` }] : []),
    ...(tag?.length ? [{ name: 'tag', condition: tx`p.tags && ${tag}::text[]` }] : []),
    ...groupOptions(option ?? []).map(([name, values]) => ({
      name: getOptionFilterName(name),
      condition: tx`p.options @> any (${values.map(value =>
        JSON.stringify([{ name, values: [value] }]),
      )}::text[]::jsonb[])`,
    })),
  ]
}

/** Groups entries such as `Color:Red` by the name of the option. */
export function groupOptions(entries: readonly string[]): [string, string[]][] {
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

import { getMinorUnitDigits, toDecimalPrice, toMinorUnits } from '#contract/lib/money/money.ts'
import type { StorefrontListQuery } from '#contract/storefront/storefront.ts'
import type {
  StorefrontFacetValue,
  StorefrontProductList,
} from '#contract/storefront/storefront-page.ts'
import { getListHref, HiddenParameters, type ListPlace } from '../frame/list-links.tsx'
import { useFrame, useMoney, useTexts } from '../frame/page-context.tsx'

type Props = { list: StorefrontProductList; place: ListPlace }
type FilterName = 'vendor' | 'tag' | 'option'

/** A form that loads the list with the selected filters. On narrow screens it is collapsed. */
export function ProductFilters({ list: { query, facets }, place }: Props) {
  const t = useTexts()
  const activeCount = countFilters(query)
  return (
    <details className="filters">
      <summary>
        {t('filters')}
        {activeCount > 0 && ` (${activeCount})`}
      </summary>
      <form action={place.path} aria-label={t('filters')}>
        <HiddenParameters place={place} query={{ sort: query.sort }} />
        <label className="filter-value">
          <input type="checkbox" name="available" value="1" defaultChecked={!!query.available} />
          {t('availableOnly')}
        </label>
        <PriceFilter query={query} facets={facets} />
        {facets.options.map(({ name, values }) => (
          <ValueFilter
            key={name}
            legend={name}
            name="option"
            values={values}
            prefix={`${name}:`}
            query={query}
          />
        ))}
        <ValueFilter legend={t('brand')} name="vendor" values={facets.vendors} query={query} />
        <ValueFilter legend={t('tags')} name="tag" values={facets.tags} query={query} />
        <button type="submit">{t('apply')}</button>
      </form>
    </details>
  )
}

function PriceFilter({ query, facets }: Pick<StorefrontProductList, 'query' | 'facets'>) {
  const t = useTexts()
  const { currency } = useFrame().store
  const toPlaceholder = (price: number | null) =>
    price === null ? undefined : toDecimalPrice(price, currency)
  const step = 10 ** -getMinorUnitDigits(currency)
  const field = { type: 'number', min: 0, step, inputMode: 'decimal' } as const
  return (
    <fieldset className="filter">
      <legend>
        {t('price')} ({currency})
      </legend>
      <div className="filter-prices">
        <label>
          {t('lowestPrice')}
          <input
            {...field}
            name="priceFrom"
            defaultValue={query.priceFrom}
            placeholder={toPlaceholder(facets.lowestPrice)}
          />
        </label>
        <label>
          {t('highestPrice')}
          <input
            {...field}
            name="priceTo"
            defaultValue={query.priceTo}
            placeholder={toPlaceholder(facets.highestPrice)}
          />
        </label>
      </div>
    </fieldset>
  )
}

type ValueFilterProps = {
  legend: string
  name: FilterName
  values: readonly StorefrontFacetValue[]
  /** Precedes the values in the URL. */
  prefix?: string
  query: StorefrontListQuery
}

/** A filter with one value is of use only while the value is selected. */
function ValueFilter({ legend, name, values, prefix = '', query }: ValueFilterProps) {
  const selected = query[name] ?? []
  const isSelected = (value: string) => selected.includes(prefix + value)
  const listedValues = new Set(values.map(({ value }) => value))
  const unlistedValues = selected
    .filter(value => value.startsWith(prefix) && !listedValues.has(value.slice(prefix.length)))
    .map(value => ({ value: value.slice(prefix.length), count: 0 }))
  if (
    values.length < 2 &&
    !values.some(({ value }) => isSelected(value)) &&
    unlistedValues.length === 0
  )
    return null
  return (
    <fieldset className="filter">
      <legend>{legend}</legend>
      {[...unlistedValues, ...values].map(({ value, count }) => (
        <label key={value} className="filter-value">
          <input
            type="checkbox"
            name={name}
            value={prefix + value}
            defaultChecked={isSelected(value)}
          />
          <span>
            {value} <span className="filter-count">({count})</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/** Links that each remove one filter. */
export function ActiveFilters({ list: { query }, place }: Props) {
  const t = useTexts()
  const formatMoney = useMoney()
  const { currency } = useFrame().store
  const formatAmount = (amount: number) => formatMoney(toMinorUnits(amount, currency))
  const { priceFrom, priceTo } = query
  const without = (changes: Partial<StorefrontListQuery>) =>
    getListHref(place, { ...query, page: 1, ...changes })
  const getChips = (name: FilterName) =>
    (query[name] ?? []).map(value => ({
      key: `${name} ${value}`,
      label: name === 'option' ? value.replace(':', ': ') : value,
      href: without({ [name]: query[name]?.filter(other => other !== value) }),
    }))
  const chips = [
    ...(priceFrom === undefined
      ? []
      : [
          {
            key: 'from',
            label: t('from', { price: formatAmount(priceFrom) }),
            href: without({ priceFrom: undefined }),
          },
        ]),
    ...(priceTo === undefined
      ? []
      : [
          {
            key: 'to',
            label: t('upTo', { price: formatAmount(priceTo) }),
            href: without({ priceTo: undefined }),
          },
        ]),
    ...(query.available
      ? [{ key: 'available', label: t('availableOnly'), href: without({ available: undefined }) }]
      : []),
    ...getChips('option'),
    ...getChips('vendor'),
    ...getChips('tag'),
  ]
  if (chips.length === 0) return null
  return (
    <ul className="chips" aria-label={t('activeFilters')}>
      {chips.map(({ key, label, href }) => (
        <li key={key}>
          <a className="chip" href={href} rel="nofollow">
            <span className="visually-hidden">{t('removeFilter')} </span>
            {label}
            <span aria-hidden="true"> ×</span>
          </a>
        </li>
      ))}
      <li>
        <a href={getListHref(place, { sort: query.sort })}>{t('clearFilters')}</a>
      </li>
    </ul>
  )
}

export const countFilters = ({ page: _, sort: __, ...filters }: StorefrontListQuery) =>
  Object.values(filters)
    .flat()
    .filter(value => value !== undefined).length

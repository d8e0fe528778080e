import { getMinorUnitDigits, toDecimalPrice } from '#contract/lib/money/money.ts'
import { findSwatch } from '#contract/product/swatch.ts'
import type { StorefrontFilter } from '#contract/storefront/storefront-filter.ts'
import type { StorefrontProductList } from '#contract/storefront/storefront-page.ts'
import { HiddenParameters, type ListPlace } from '../frame/list-links.tsx'
import { useFrame, useTexts } from '../frame/page-context.tsx'
import { countFilters } from './active-filters.tsx'
import { ValueFilter } from './value-filter.tsx'

type Props = { list: StorefrontProductList; place: ListPlace }

/** A form that loads the list with the selected filters. On narrow screens it is collapsed. */
export function ProductFilters({ list, place }: Props) {
  const t = useTexts()
  const { query, total, totalIsCapped } = list
  const activeCount = countFilters(query)
  const filters = listShownFilters(list)
  return (
    <details className="filters" data-close={t('close')}>
      <summary>
        {t('filters')}
        {activeCount > 0 && ` (${activeCount})`}
      </summary>
      <form
        className="filter-form"
        action={place.path}
        aria-label={t('filters')}
        toolname="filterProducts"
        tooldescription={t('tool.filter')}
      >
        <HiddenParameters place={place} query={getHiddenQuery(list, filters)} />
        {filters.map(filter => (
          <ProductFilter key={`${filter.filter} ${filter.option}`} filter={filter} list={list} />
        ))}
        <p className="filter-apply">
          <button type="submit">
            <span>{t('apply')}</span>
            <span>
              {t(totalIsCapped ? 'showProductsCapped' : 'showProducts', { count: total })}
            </span>
          </button>
        </p>
      </form>
    </details>
  )
}

const getOptionName = (entry: string) => entry.slice(0, Math.max(entry.indexOf(':'), 0))

/** Returns the filters of a list in their order, with one for each option. */
function listShownFilters({ filters, facets, query }: StorefrontProductList): StorefrontFilter[] {
  const ownOptions = new Set(filters.map(({ option }) => option))
  const names = new Set([
    ...facets.options.map(({ name }) => name),
    ...(query.option ?? []).map(getOptionName),
  ])
  const otherOptions = [...names].filter(name => name !== '' && !ownOptions.has(name))
  return filters.flatMap(filter =>
    filter.filter === 'option' && filter.option === ''
      ? otherOptions.map(option => ({ ...filter, option }))
      : [filter],
  )
}

/** Returns the part of the query that the form keeps without showing it, such as a linked tag. */
function getHiddenQuery({ query }: StorefrontProductList, filters: readonly StorefrontFilter[]) {
  const has = (kind: StorefrontFilter['filter'], option = '') =>
    filters.some(other => other.filter === kind && (kind !== 'option' || other.option === option))
  return {
    sort: query.sort,
    ...(!has('available') && { available: query.available }),
    ...(!has('price') && { priceFrom: query.priceFrom, priceTo: query.priceTo }),
    ...(!has('vendor') && { vendor: query.vendor }),
    ...(!has('tag') && { tag: query.tag }),
    option: query.option?.filter(entry => !has('option', getOptionName(entry))),
  }
}

function ProductFilter({
  filter: { filter, option },
  list: { query, facets },
}: {
  filter: StorefrontFilter
  list: StorefrontProductList
}) {
  const t = useTexts()
  switch (filter) {
    case 'available':
      return (
        <label className="filter-value">
          <input type="checkbox" name="available" value="1" defaultChecked={!!query.available} />
          <span>
            {t('availableOnly')}
            {facets.availableCount !== null && (
              <span className="filter-count"> ({facets.availableCount})</span>
            )}
          </span>
        </label>
      )
    case 'price':
      return <PriceFilter query={query} facets={facets} />
    case 'vendor':
      return <ValueFilter legend={t('brand')} name="vendor" values={facets.vendors} query={query} />
    case 'tag':
      return <ValueFilter legend={t('tags')} name="tag" values={facets.tags} query={query} />
    case 'option': {
      const { values, swatches } = facets.options.find(({ name }) => name === option) ?? noValues
      return (
        <ValueFilter
          legend={option}
          name="option"
          values={values}
          prefix={`${option}:`}
          query={query}
          findSwatch={value => findSwatch({ name: option, values: [value], swatches }, value)}
        />
      )
    }
  }
}

const noValues = { values: [], swatches: [] }

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

import type { OptionSwatch } from '#contract/product/option-swatch.ts'
import type { StorefrontListQuery } from '#contract/storefront/storefront.ts'
import type { StorefrontFacetValue } from '#contract/storefront/storefront-filter.ts'
import { useFrame, useTexts } from '../frame/page-context.tsx'
import { Swatch } from '../product/swatch.tsx'
import type { ValueFilterName } from './active-filters.tsx'
import { sortValues } from './sort-values.ts'

type Props = {
  legend: string
  name: ValueFilterName
  values: readonly StorefrontFacetValue[]
  /** Precedes the values in the URL. */
  prefix?: string
  query: StorefrontListQuery
  /** Set for options with colors or images. */
  findSwatch?: (value: string) => OptionSwatch | undefined
}

/** A longer filter shows the other values after a click. */
const maxOpenValues = 8

/** A filter with one value is of use only while the value is selected. */
export function ValueFilter({ legend, name, values, prefix = '', query, findSwatch }: Props) {
  const t = useTexts()
  const { language } = useFrame()
  const selectedValues = query[name] ?? []
  const isSelected = ({ value }: StorefrontFacetValue) => selectedValues.includes(prefix + value)
  const listedValues = new Set(values.map(({ value }) => value))
  const unlistedValues = selectedValues
    .filter(value => value.startsWith(prefix) && !listedValues.has(value.slice(prefix.length)))
    .map(value => ({ value: value.slice(prefix.length), count: 0 }))
  const sortedValues = sortValues([...values, ...unlistedValues], language)
  if (sortedValues.length < 2 && !sortedValues.some(isSelected)) return null
  // One value more takes no more space than the link that shows it.
  const openCount = sortedValues.length <= maxOpenValues + 1 ? sortedValues.length : maxOpenValues
  const toField = (value: StorefrontFacetValue) => {
    const swatch = findSwatch?.(value.value)
    return (
      <label key={value.value} className="filter-value">
        <input
          type="checkbox"
          name={name}
          value={prefix + value.value}
          defaultChecked={isSelected(value)}
        />
        {swatch && <Swatch swatch={swatch} />}
        <span>
          {value.value} <span className="filter-count">({value.count})</span>
        </span>
      </label>
    )
  }
  return (
    <fieldset className="filter">
      <legend>{legend}</legend>
      {sortedValues.slice(0, openCount).map(toField)}
      {openCount < sortedValues.length && (
        <details className="filter-more" open={sortedValues.slice(openCount).some(isSelected)}>
          <summary>
            <span>{t('showAllValues', { count: sortedValues.length })}</span>
            <span>{t('showFewerValues')}</span>
          </summary>
          {sortedValues.slice(openCount).map(toField)}
        </details>
      )}
    </fieldset>
  )
}

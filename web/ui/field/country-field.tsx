import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCountry } from '#contract/lib/country/country-name.ts'
import { listCountryCodes } from '#contract/lib/country/region-codes.ts'
import { useFormatters } from '../../lib/formatters.ts'
import { type FieldProps, getFieldInput } from './form-field.ts'
import { LazySelect } from './lazy-select.tsx'

/** Returns the countries of ISO 3166-1 with their names, sorted by name. */
export function listCountries(locale: string) {
  const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' })
  return listCountryCodes()
    .map(value => ({ value, label: names.of(value) ?? value }))
    .toSorted((a, b) => a.label.localeCompare(b.label, locale))
}

/** Selects a country by its name. The value is its ISO 3166-1 code, or '' for none. */
export function CountryField<V extends Record<string, unknown>>(
  props: Omit<FieldProps<V>, 'label'> & { label?: string },
) {
  const { t } = useTranslation()
  const { locale } = useFormatters()
  const { inputProps, value, setValue } = getFieldInput({
    ...props,
    label: props.label ?? t('ui.address.country'),
  })
  const code = typeof value === 'string' && value ? value : null
  const getCountryName = useCountryName()
  const countries = useMemo(() => listCountries(locale), [locale])
  // An existing record can have a code that is no longer offered. It stays selectable.
  const data = useMemo(
    () =>
      !code || countries.some(country => country.value === code)
        ? countries
        : [...countries, { value: code, label: getCountryName(code) }],
    [countries, code, getCountryName],
  )
  return (
    <LazySelect
      {...inputProps}
      data={data}
      searchable
      clearable
      nothingFoundMessage={t('ui.list.noResults')}
      value={code}
      onChange={next => setValue(next ?? '')}
    />
  )
}

/** Returns a function that translates a country code. The name of an empty code is ''. */
export function useCountryName(): (code: string | undefined) => string {
  const { locale } = useFormatters()
  return code => formatCountry(code, locale)
}

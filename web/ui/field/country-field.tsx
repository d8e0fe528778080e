import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { listCountries } from '../../lib/country-list.ts'
import { useCountryName } from '../../lib/country-name.ts'
import { useFormatters } from '../../lib/formatters.ts'
import { type FieldProps, getFieldInput } from './form-field.ts'
import { LazySelect } from './lazy-select.tsx'

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

import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormatters } from '../../lib/formatters.ts'
import { type FieldProps, getFieldInput } from './form-field.ts'
import { LazySelect } from './lazy-select.tsx'

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
/** Codes that name a group of countries, a part of one, or none. */
const nonCountryCodes = new Set([
  'EU',
  'EZ',
  'UN',
  'QO',
  'XA',
  'XB',
  'ZZ',
  'AC',
  'CP',
  'CQ',
  'DG',
  'EA',
  'IC',
  'TA',
])
/** One withdrawn, such as DD, is rewritten to the one that followed it. */
const isCountry = (code: string) =>
  !nonCountryCodes.has(code) && new Intl.Locale('und', { region: code }).region === code

/** ISO 3166-1 codes with their names. The runtime knows the names but gives no list, so every code is asked for. */
export function listCountries(locale: string) {
  const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' })
  return letters
    .flatMap(firstLetter => letters.map(secondLetter => firstLetter + secondLetter))
    .flatMap(value => {
      const label = names.of(value)
      return label && isCountry(value) ? [{ value, label }] : []
    })
    .toSorted((a, b) => a.label.localeCompare(b.label, locale))
}

/** A country by its name; none is '', as the contract has it. */
export function CountryField<V extends Record<string, unknown>>(
  props: Omit<FieldProps<V>, 'label'> & { label?: string },
) {
  const { t } = useTranslation()
  const { locale } = useFormatters()
  const {
    inputProps,
    value,
    setValue: change,
  } = getFieldInput({
    ...props,
    label: props.label ?? t('ui.address.country'),
  })
  const code = typeof value === 'string' && value ? value : null
  const getCountryName = useCountryName()
  const countries = useMemo(() => listCountries(locale), [locale])
  // What an older record has is kept, though nobody can choose it anew.
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
      nothingFoundMessage={t('ui.list.nothing')}
      value={code}
      onChange={next => change(next ?? '')}
    />
  )
}

/** Says a country's name for its code; nothing for none. */
export function useCountryName(): (code: string | undefined) => string {
  const { locale } = useFormatters()
  return useMemo(() => {
    const names = new Intl.DisplayNames(locale, { type: 'region' })
    // An imported order may carry anything, and what is no code would throw.
    return code => (code && /^[A-Z]{2}$/.test(code) ? (names.of(code) ?? code) : (code ?? ''))
  }, [locale])
}

import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { type FieldProps, inputOf } from './form-field.ts'
import { SteadySelect } from './steady-select.tsx'

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
/** Codes that name a group of countries, a part of one, or none. */
const others = new Set([
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
  !others.has(code) && new Intl.Locale('und', { region: code }).region === code

/** ISO 3166-1 codes with their names. The runtime knows the names but gives no list, so every code is asked for. */
export function countriesIn(locale: string) {
  const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' })
  return letters
    .flatMap(first => letters.map(second => first + second))
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
  const { locale } = useFormat()
  const { words, value, change } = inputOf({
    ...props,
    label: props.label ?? t('ui.address.country'),
  })
  const code = typeof value === 'string' && value ? value : null
  const nameOf = useCountryName()
  const countries = useMemo(() => countriesIn(locale), [locale])
  // What an older record has is kept, though nobody can choose it anew.
  const data = useMemo(
    () =>
      !code || countries.some(country => country.value === code)
        ? countries
        : [...countries, { value: code, label: nameOf(code) }],
    [countries, code, nameOf],
  )
  return (
    <SteadySelect
      {...words}
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
  const { locale } = useFormat()
  return useMemo(() => {
    const names = new Intl.DisplayNames(locale, { type: 'region' })
    // An imported order may carry anything, and what is no code would throw.
    return code => (code && /^[A-Z]{2}$/.test(code) ? (names.of(code) ?? code) : (code ?? ''))
  }, [locale])
}

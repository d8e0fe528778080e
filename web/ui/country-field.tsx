import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../lib/format.ts'
import { type FieldProps, inputOf } from './form-field.ts'
import { SteadySelect } from './steady-select.tsx'

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
/** Codes that name a group of countries, or none. */
const groups = new Set(['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ'])

/** ISO 3166-1 codes with their names. The runtime knows the names but gives no list, so every code is asked for. */
export function countriesIn(locale: string) {
  const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' })
  return letters.flatMap(first => letters.map(second => first + second))
    .flatMap(value => { const label = groups.has(value) ? undefined : names.of(value); return label ? [{ value, label }] : [] })
    .toSorted((a, b) => a.label.localeCompare(b.label, locale))
}

/** A country by its name; none is '', as the contract has it. */
export function CountryField<V extends Record<string, unknown>>(props: Omit<FieldProps<V>, 'label'> & { label?: string }) {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const countries = useMemo(() => countriesIn(locale), [locale])
  const { words, value, change } = inputOf({ ...props, label: props.label ?? t('ui.address.country') })
  return <SteadySelect {...words} data={countries} searchable clearable nothingFoundMessage={t('ui.list.nothing')} value={typeof value === 'string' && value ? value : null} onChange={code => change(code ?? '')} />
}

/** Says a country's name for its code; nothing for none. */
export function useCountryName(): (code: string | undefined) => string {
  const { locale } = useFormat()
  const names = useMemo(() => new Intl.DisplayNames(locale, { type: 'region' }), [locale])
  // An imported order may carry anything, and what is no code would throw.
  return code => (code && /^[A-Z]{2}$/.test(code) ? (names.of(code) ?? code) : (code ?? ''))
}

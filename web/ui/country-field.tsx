import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { SelectField } from './choice-field.tsx'
import type { FieldProps } from './form-field.ts'

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

export function CountryField<V extends Record<string, unknown>>(props: Omit<FieldProps<V>, 'label'> & { label?: string }) {
  const { t, i18n } = useTranslation()
  const countries = useMemo(() => countriesIn(i18n.language), [i18n.language])
  return <SelectField {...props} label={props.label ?? t('ui.address.country')} options={countries} clearable searchable />
}

/** Says a country's name for its code; nothing for none. */
export function useCountryName(): (code: string | undefined) => string {
  const { i18n } = useTranslation()
  const names = useMemo(() => new Intl.DisplayNames(i18n.language, { type: 'region' }), [i18n.language])
  return code => (code ? (names.of(code) ?? code) : '')
}

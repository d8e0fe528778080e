import { listCountryCodes } from '#contract/lib/country/region-codes.ts'

/** Returns the countries of ISO 3166-1 with their names, sorted by name. */
export function listCountries(locale: string) {
  const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' })
  return listCountryCodes()
    .map(value => ({ value, label: names.of(value) ?? value }))
    .toSorted((a, b) => a.label.localeCompare(b.label, locale))
}

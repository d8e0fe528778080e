import { formatCountry } from '#contract/lib/country/country-name.ts'
import { listCountryCodes } from '#contract/lib/country/region-codes.ts'
import { useFormatters } from './formatters.ts'

/** Returns the countries of ISO 3166-1 with their names, sorted by name. */
export function listCountries(locale: string) {
  const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' })
  return listCountryCodes()
    .map(value => ({ value, label: names.of(value) ?? value }))
    .toSorted((a, b) => a.label.localeCompare(b.label, locale))
}

/** Returns a function that translates a country code. The name of an empty code is ''. */
export function useCountryName(): (code: string | undefined) => string {
  const { locale } = useFormatters()
  return code => formatCountry(code, locale)
}

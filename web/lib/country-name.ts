import { formatCountry } from '#contract/lib/country/country-name.ts'
import { useFormatters } from './formatters.ts'

/** Returns a function that translates a country code. The name of an empty code is ''. */
export function useCountryName(): (code: string | undefined) => string {
  const { locale } = useFormatters()
  return code => formatCountry(code, locale)
}

import type { policyKinds } from '../cms/cms.ts'
import { isEuCountry } from '../lib/country/eu-countries.ts'
import { getLocaleLanguage } from '../lib/text/languages.ts'
import { countryFacts } from './country-facts.ts'

/** Countries in which stores name prices without the tax. */
const countriesWithoutTaxInPrices = new Set(['AS', 'CA', 'GU', 'MP', 'PR', 'US', 'VI'])
const countriesWithPounds = new Set(['AS', 'GU', 'LR', 'MP', 'PR', 'US', 'VI'])
/** Countries outside the European Union in which stores must name their operator. */
const legalNoticeCountries = new Set(['CH', 'GB', 'IS', 'JP', 'KR', 'LI', 'NO'])

/** The time zone and language that a browser reports. */
export type BrowserRegion = { timezone?: string | undefined; locale?: string | undefined }

/**
 * Returns how stores in a country usually work, or undefined without facts about it. The browser
 * decides between several time zones and languages of the country.
 */
export function getStoreDefaults(country: string, { timezone, locale }: BrowserRegion) {
  const [currency, mainTimezone, languages = ''] = countryFacts[country] ?? []
  if (currency === undefined || mainTimezone === undefined) return undefined
  return {
    currency,
    timezone: timezone && isTimezoneOf(country, timezone) ? timezone : mainTimezone,
    locale: chooseLocale(country, languages.split(' ').filter(Boolean), locale ?? 'en'),
    weightUnit: countriesWithPounds.has(country) ? ('lb' as const) : ('kg' as const),
    taxIncluded: !countriesWithoutTaxInPrices.has(country),
  }
}

/** Returns the rates of a country. The standard rate is undefined if there is more than one, or none known. */
export function getCountryTaxRates(country: string): {
  standard: number | undefined
  reduced: readonly number[]
} {
  const [, , , standard, reduced = []] = countryFacts[country] ?? []
  return { standard, reduced }
}

/** Returns the policies that a store in a country needs. */
export const listNeededPolicies = (country: string): (typeof policyKinds)[number][] => [
  'privacy',
  'terms',
  'refund',
  ...(isEuCountry(country) || legalNoticeCountries.has(country) ? (['imprint'] as const) : []),
]

/** Returns the country of a browser, or '' if it reveals none. */
export function guessCountry(timezone: string, languageTags: readonly string[]): string {
  const tags = languageTags.map(tag => new Intl.Locale(tag))
  const named = tags.find(({ region }) => region && region in countryFacts)?.region
  // English alone says nothing: it is the default of many browsers.
  const spoken = tags.find(({ language }) => language !== 'en')?.maximize().region
  return findCountryOf(timezone, named) ?? named ?? spoken ?? ''
}

/**
 * Returns the country of a time zone. Many browsers outside the United States are set to `en-US`, so
 * the time zone says more than the languages do.
 */
function findCountryOf(timezone: string, likelyCountry = ''): string | undefined {
  if (!timezone.includes('/')) return undefined
  if (isTimezoneOf(likelyCountry, timezone)) return likelyCountry
  const countries = Object.keys(countryFacts)
  return (
    countries.find(country => countryFacts[country]?.[1] === timezone) ??
    countries.find(country => isTimezoneOf(country, timezone))
  )
}

/** Returns the browser's language if the country has it, else the first language of the country. */
function chooseLocale(country: string, languages: readonly string[], locale: string): string {
  const preferred = getLocaleLanguage(locale)
  const language = languages.includes(preferred) ? preferred : languages[0]
  if (language === undefined) return preferred
  // Some Arabic regions change the digits, which stores write in Latin.
  if (language === 'ar') return language
  return new Intl.Locale(language, { region: country }).minimize().toString()
}

function isTimezoneOf(country: string, timezone: string): boolean {
  if (countryFacts[country] === undefined) return false
  // Older browsers have no `getTimeZones`.
  const region: Partial<Intl.Locale> = new Intl.Locale('und', { region: country })
  const timezones = region.getTimeZones?.() ?? []
  return timezones.includes(timezone) || countryFacts[country]?.[1] === timezone
}

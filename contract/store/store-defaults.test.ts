import { expect, test } from 'vitest'
import { listEuCountries } from '../lib/country/eu-countries.ts'
import { currencies } from '../lib/money/currency-table.ts'
import { languageCodes } from '../lib/text/languages.ts'
import { countryFacts } from './country-facts.ts'
import { isTimeZone } from './store.ts'
import {
  getCountryTaxRates,
  getStoreDefaults,
  guessCountry,
  listNeededPolicies,
} from './store-defaults.ts'

test.each(Object.entries(countryFacts))('%s has facts that stores accept', (_, facts) => {
  const [currency, timezone, languages = '', standard = 0, reduced = []] = facts
  expect(currencies).toContain(currency)
  expect(isTimeZone(timezone)).toBe(true)
  expect(languageCodes).toEqual(expect.arrayContaining(languages.split(' ').filter(Boolean)))
  expect(reduced.every(rate => rate > 0 && rate < standard)).toBe(true)
  expect(reduced).toEqual(reduced.toSorted((a, b) => a - b))
})

/** The standard rates of the European Union: taxation-customs.ec.europa.eu, "VAT rates". */
const euRates = {
  ...{ AT: 20, BE: 21, BG: 20, CY: 19, CZ: 21, DE: 19, DK: 25, EE: 24, ES: 21, FI: 25.5, FR: 20 },
  ...{ GR: 24, HR: 25, HU: 27, IE: 23, IT: 22, LT: 21, LU: 17, LV: 21, MT: 18, NL: 21, PL: 23 },
  ...{ PT: 23, RO: 21, SE: 25, SI: 22, SK: 23 },
}

test('knows the standard rate of each country of the European Union and of large others', () => {
  const getRate = (country: string) => getCountryTaxRates(country).standard
  expect(Object.keys(euRates).toSorted()).toEqual(listEuCountries().toSorted())
  for (const [country, rate] of Object.entries(euRates)) expect(getRate(country)).toBe(rate)
  expect(['GB', 'CH', 'NO', 'JP', 'AU', 'NZ', 'SA', 'AE', 'MX'].map(getRate)).toEqual([
    20, 8.1, 25, 10, 10, 15, 15, 5, 16,
  ])
  expect(['US', 'CA', 'BR'].map(getRate)).toEqual([undefined, undefined, undefined])
  expect(['HK', 'KW', 'QA'].map(getRate)).toEqual([0, 0, 0])
  expect(getCountryTaxRates('DE').reduced).toEqual([7])
})

test.each([
  ['DE', 'Europe/Berlin', 'en', 'EUR Europe/Berlin de kg included'],
  ['AT', 'Europe/Vienna', 'de', 'EUR Europe/Vienna de-AT kg included'],
  ['CH', 'Europe/Berlin', 'fr', 'CHF Europe/Zurich fr-CH kg included'],
  ['JP', 'Asia/Tokyo', 'en', 'JPY Asia/Tokyo en kg included'],
  ['US', 'America/Chicago', 'es', 'USD America/Chicago en lb added'],
  ['US', 'Europe/Berlin', 'de', 'USD America/New_York en lb added'],
  ['CA', 'America/Vancouver', 'fr', 'CAD America/Vancouver fr-CA kg added'],
  ['BR', 'America/Manaus', 'pt', 'BRL America/Manaus pt kg included'],
  ['SA', 'UTC', 'ar', 'SAR Asia/Riyadh ar kg included'],
])('a store in %s with a browser in %s and %s has %s', (country, timezone, locale, expected) => {
  const defaults = getStoreDefaults(country, { timezone, locale })
  expect(
    [
      defaults?.currency,
      defaults?.timezone,
      defaults?.locale,
      defaults?.weightUnit,
      defaults?.taxIncluded ? 'included' : 'added',
    ].join(' '),
  ).toBe(expected)
})

test('has no defaults without a country', () => {
  expect(getStoreDefaults('', {})).toBeUndefined()
  expect(getStoreDefaults('ZZ', {})).toBeUndefined()
})

test.each([
  ['Europe/Berlin', ['en-US', 'en'], 'DE'],
  ['Europe/Zurich', ['de'], 'CH'],
  ['Asia/Tokyo', ['ja'], 'JP'],
  ['America/Chicago', ['es-MX'], 'US'],
  ['UTC', ['en', 'pt-BR'], 'BR'],
  ['UTC', ['ja'], 'JP'],
  ['UTC', ['en'], ''],
])('guesses the country in %s with the languages %j: %s', (timezone, languages, country) =>
  expect(guessCountry(timezone, languages)).toBe(country),
)

test('names the policies of a country, with a legal notice where it is the law', () => {
  const needsNotice = (country: string) => listNeededPolicies(country).includes('imprint')
  expect(['DE', 'AT', 'CH', 'FR', 'JP'].every(needsNotice)).toBe(true)
  expect(['US', 'CA', ''].some(needsNotice)).toBe(false)
  expect(listNeededPolicies('US')).toEqual(['privacy', 'terms', 'refund'])
})

import { isEuCountry } from './eu-countries.ts'
import { listVatIdChecks } from './vat-id-checks.ts'

/** Greece and Northern Ireland have prefixes that are not their ISO codes. */
const prefixByCountry: Record<string, string> = { GR: 'EL' }
const countryByPrefix: Record<string, string> = { EL: 'GR' }

/** Returns a VAT ID without separators, in capitals. */
export function normalizeVatId(text: string): string {
  const vatId = text.replaceAll(/[\s./-]/g, '').toUpperCase()
  return vatId.startsWith('GR') ? `EL${vatId.slice(2)}` : vatId
}

/** Returns the EU country of a VAT ID, or undefined for other ids. */
export function getVatIdCountry(vatId: string): string | undefined {
  const prefix = vatId.slice(0, 2)
  const country = countryByPrefix[prefix] ?? prefix
  return isEuCountry(country) && (prefixByCountry[country] ?? country) === prefix
    ? country
    : undefined
}

/**
 * Returns whether a normalized VAT ID is well-formed. Ids of the EU and Northern Ireland have a
 * length and check digits by country. Other ids have no common form, but each has at least three
 * digits, unlike a word.
 */
export function isVatId(vatId: string): boolean {
  const checks = listVatIdChecks(vatId.slice(0, 2))
  const number = vatId.slice(2)
  return checks
    ? checks.some(({ pattern, isValid }) => pattern.test(number) && isValid(number))
    : /^(?=(?:[A-Z]*\d){3})[A-Z0-9]{4,20}$/.test(vatId)
}

/**
 * Returns whether a buyer in a country can have a VAT ID. Companies in the EU have ids of the EU,
 * which begin with the letters of a country.
 */
export const isVatIdOf = (country: string, vatId: string): boolean =>
  isVatId(vatId) && (!isEuCountry(country) || listVatIdChecks(vatId.slice(0, 2)) !== undefined)

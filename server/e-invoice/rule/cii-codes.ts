import { listCountryCodes } from '#contract/lib/country/region-codes.ts'

/** Returns whether the code list of EN 16931 has a country (BR-CL-14). */
export const isCiiCountry = (country: string): boolean => listCountryCodes().includes(country)

/** Returns the code of a country in EN 16931, which has its own code for Kosovo. */
export const toCiiCountry = (country: string): string => (country === 'XK' ? '1A' : country)

/** Greece and Northern Ireland have VAT IDs with prefixes that are not their ISO codes. */
const vatPrefixes = ['EL', 'XI']

/** Returns whether a tax number is a VAT ID of EN 16931: it begins with its country (BR-CO-09). */
export function isCiiVatId(vatId: string): boolean {
  const prefix = vatId.slice(0, 2)
  return vatPrefixes.includes(prefix) || isCiiCountry(prefix)
}

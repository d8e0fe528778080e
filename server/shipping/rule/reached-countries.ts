import { listCountryCodes } from '#contract/lib/country/region-codes.ts'
import type { StoreShipping } from './load-store-shipping.ts'

/** Returns the countries to which the store delivers: all, if a zone has no destinations. */
export function listReachedCountries({
  zones,
}: {
  zones: readonly Pick<StoreShipping['zones'][number], 'destinations'>[]
}): readonly string[] {
  const isEverywhere = zones.some(({ destinations }) => destinations.length === 0)
  return isEverywhere
    ? listCountryCodes()
    : [...new Set(zones.flatMap(zone => zone.destinations.map(({ country }) => country)))]
}

/** Returns the country of the store, or the only one to which it delivers. Empty if neither is known. */
export const findUsualCountry = (countries: readonly string[], storeCountry: string) =>
  (countries.length === 1 ? countries[0] : countries.find(code => code === storeCountry)) ?? ''

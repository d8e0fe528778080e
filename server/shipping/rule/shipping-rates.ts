import { toPlainPostalCode } from '#contract/lib/country/postal-code.ts'
import type {
  ShippingDestination,
  ShippingOption,
  ShippingRate,
  ShippingZone,
} from '#contract/store/shipping.ts'
import { isSameRegion } from '../../address/address-regions.ts'

/** The destination and the goods that determine the rates. Weight in grams, total in minor units. */
export type RateCriteria = {
  country: string
  region: string
  postalCode: string
  weight: number
  total: number
  /** Shipping classes of the goods. */
  classes?: readonly string[]
}
type MatchingRate = Omit<ShippingOption, 'deliveryFrom' | 'deliveryTo'> &
  Pick<ShippingRate, 'minDays' | 'maxDays'>
type Destinations = Pick<ShippingZone, 'destinations' | 'rates'>

/**
 * Returns the rates that match, the cheapest first and pick-up last. Only the zone that describes
 * the address most closely counts: by postal code, region, country, or the rest of the world.
 */
export const findShippingRates = (
  zones: readonly Destinations[],
  criteria: RateCriteria,
): MatchingRate[] =>
  listZoneRates(zones, criteria)
    .map(rate => ({ rate, price: getPrice(rate, criteria) }))
    .toSorted(
      (a, b) =>
        Number(a.rate.kind === 'pickup') - Number(b.rate.kind === 'pickup') || a.price - b.price,
    )
    .map(({ rate: { _id, name, kind, minDays, maxDays }, price }) => ({
      _id,
      name,
      price,
      isPickup: kind === 'pickup',
      minDays,
      maxDays,
    }))

/** Returns the lowest total from which one of the deliveries is free, or null if none ever is. */
export function findFreeShippingTotal(
  zones: readonly Destinations[],
  criteria: RateCriteria,
): number | null {
  const totals = listZoneRates(zones, criteria)
    .filter(({ kind }) => kind !== 'pickup')
    .flatMap(({ kind, steps, freeFrom }) => [
      ...(freeFrom === null ? [] : [freeFrom]),
      ...(kind === 'by_total' ? steps : []).flatMap(({ from, price }) => (price === 0 ? from : [])),
    ])
  return totals.length > 0 ? Math.min(...totals) : null
}

/** Returns the rates of the zone that describes the address most closely. */
function listZoneRates(zones: readonly Destinations[], criteria: RateCriteria): ShippingRate[] {
  const rankedZones = zones
    .map(zone => ({ zone, rank: rankZone(zone.destinations, criteria) }))
    .filter(({ rank }) => rank >= 0)
    .toSorted((a, b) => b.rank - a.rank)
  return (rankedZones[0]?.zone.rates ?? []).filter(
    ({ enabled, excludedClasses }) =>
      enabled && !criteria.classes?.some(name => excludedClasses?.includes(name)),
  )
}

/** Returns how closely a zone describes an address, or -1 for another place. */
function rankZone(destinations: readonly ShippingDestination[], criteria: RateCriteria): number {
  if (destinations.length === 0) return 0
  return Math.max(...destinations.map(destination => rankDestination(destination, criteria)))
}

function rankDestination(
  { country, regions, postalCodes }: ShippingDestination,
  criteria: RateCriteria,
): number {
  if (country !== criteria.country) return -1
  if (postalCodes.length === 0 && regions.length === 0) return 1
  const postalCode = toPlainPostalCode(criteria.postalCode)
  const prefixLengths = postalCodes
    .map(toPlainPostalCode)
    .flatMap(prefix => (prefix && postalCode.startsWith(prefix) ? [prefix.length] : []))
  // Any postal code is closer than a region, and a longer one is closer than a shorter one.
  if (prefixLengths.length > 0) return 2 + Math.max(...prefixLengths)
  const isInRegion = regions.some(name => isSameRegion(country, name, criteria.region))
  return criteria.region && isInRegion ? 2 : -1
}

function getPrice(
  { kind, steps, freeFrom }: ShippingRate,
  { weight, total }: RateCriteria,
): number {
  if (freeFrom !== null && total >= freeFrom) return 0
  const amount = { flat: 0, pickup: 0, by_weight: weight, by_total: total }[kind]
  return steps.findLast(({ from }) => from <= amount)?.price ?? 0
}

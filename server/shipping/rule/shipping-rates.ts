import { toPlainPostalCode } from '#contract/lib/country/postal-code.ts'
import type {
  ShippingDestination,
  ShippingOption,
  ShippingRate,
  ShippingZone,
} from '#contract/store/shipping.ts'
import { isSameRegion } from '../../address/address-regions.ts'

/** Weight in grams, total in minor units. */
export type Parcel = {
  country: string
  region: string
  postalCode: string
  weight: number
  total: number
  /** Shipping classes of the goods. */
  classes?: readonly string[]
}
type ParcelRate = Omit<ShippingOption, 'deliveryFrom' | 'deliveryTo'> &
  Pick<ShippingRate, 'minDays' | 'maxDays'>
type Destinations = Pick<ShippingZone, 'destinations' | 'rates'>

/**
 * Returns the rates of a parcel, the cheapest first and pick-up last. Only the zone that describes
 * the address most closely counts: by postal code, region, country, or the rest of the world.
 */
export function findShippingRates(zones: readonly Destinations[], parcel: Parcel): ParcelRate[] {
  const ranked = zones
    .map(zone => ({ zone, rank: rankZone(zone.destinations, parcel) }))
    .filter(({ rank }) => rank >= 0)
    .toSorted((a, b) => b.rank - a.rank)
  const rates = (ranked[0]?.zone.rates ?? []).filter(
    ({ enabled, excludedClasses }) =>
      enabled && !parcel.classes?.some(name => excludedClasses?.includes(name)),
  )
  return rates
    .map(rate => ({ rate, price: getPrice(rate, parcel) }))
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
}

/** Returns how closely a zone describes an address, or -1 for another place. */
function rankZone(destinations: readonly ShippingDestination[], parcel: Parcel): number {
  if (destinations.length === 0) return 0
  return Math.max(...destinations.map(destination => rankDestination(destination, parcel)))
}

function rankDestination(
  { country, regions, postalCodes }: ShippingDestination,
  parcel: Parcel,
): number {
  if (country !== parcel.country) return -1
  if (postalCodes.length === 0 && regions.length === 0) return 1
  const postalCode = toPlainPostalCode(parcel.postalCode)
  const prefixLengths = postalCodes
    .map(toPlainPostalCode)
    .flatMap(prefix => (prefix && postalCode.startsWith(prefix) ? [prefix.length] : []))
  // Any postal code is closer than a region, and a longer one is closer than a shorter one.
  if (prefixLengths.length > 0) return 2 + Math.max(...prefixLengths)
  const isInRegion = regions.some(name => isSameRegion(country, name, parcel.region))
  return parcel.region && isInRegion ? 2 : -1
}

function getPrice({ kind, steps, freeFrom }: ShippingRate, { weight, total }: Parcel): number {
  if (freeFrom !== null && total >= freeFrom) return 0
  const amount = { flat: 0, pickup: 0, by_weight: weight, by_total: total }[kind]
  return steps.findLast(({ from }) => from <= amount)?.price ?? 0
}

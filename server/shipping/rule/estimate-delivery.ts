import type { ShippingOption } from '#contract/store/shipping.ts'
import type { DeliveryEstimation, OfferShipping } from '#contract/storefront/storefront-delivery.ts'
import type { Tx } from '../../lib/db/db.ts'
import { isBeforeCutOff } from './delivery-days.ts'
import { loadShippedGoods } from './load-shipped-goods.ts'
import {
  listShippingOptions,
  loadStoreShipping,
  type StoreShipping,
} from './load-store-shipping.ts'
import { findUsualCountry, listReachedCountries } from './reached-countries.ts'
import { findFreeShippingTotal, findShippingRates, type RateCriteria } from './shipping-rates.ts'

type Goods = Pick<RateCriteria, 'weight' | 'total' | 'classes'>
/** By default, the country of the store or the only one to which it delivers. */
type Destination = {
  country?: string | undefined
  region?: string | undefined
  postalCode?: string | undefined
}
type EstimatedGoods = {
  lines: readonly { variant: string; quantity: number }[]
  /** The price of the lines in minor units. */
  total: number
}

/** Returns the dates and prices of the delivery of goods. Null if they need none. */
export async function estimateDelivery(
  tx: Tx,
  { lines, total, ...destination }: EstimatedGoods & Destination,
): Promise<DeliveryEstimation | null> {
  const [storeShipping, { requiresShipping, weight, linesByClass }] = await Promise.all([
    loadStoreShipping(tx),
    loadShippedGoods(tx, lines),
  ])
  const goods = { weight, total, classes: [...linesByClass.keys()] }
  return requiresShipping ? estimateStoreDelivery(storeShipping, goods, destination) : null
}

/** Returns the estimate for goods whose weight and classes are known. */
export function estimateStoreDelivery(
  storeShipping: StoreShipping,
  goods: Goods,
  destination: Destination,
  now = new Date(),
): DeliveryEstimation {
  const { zones, settings, timeZone } = storeShipping
  const countries = listReachedCountries(storeShipping)
  const country = destination.country || findUsualCountry(countries, storeShipping.country)
  const criteria = toCriteria(goods, { ...destination, country })
  const options = country ? listShippingOptions(storeShipping, criteria, now) : []
  const shippingOptions = chooseOptions(options)
  const [cheapest] = shippingOptions
  const freeFrom = cheapest && cheapest.price > 0 ? findFreeShippingTotal(zones, criteria) : null
  const hasDays = shippingOptions.some(({ deliveryFrom }) => deliveryFrom !== null)
  return {
    country,
    countries,
    shippingOptions,
    freeFrom: freeFrom !== null && freeFrom > goods.total ? freeFrom : null,
    orderBy:
      hasDays && isBeforeCutOff({ placedAt: now, timeZone }, settings) ? settings.cutOff : null,
    dependsOnAddress:
      options.length === 0 &&
      zones.some(({ destinations }) => destinations.some(entry => entry.country === country)),
  }
}

/** Returns the cheapest delivery to the country of the store. Null if its days are not known. */
export function findOfferShipping(
  storeShipping: StoreShipping,
  goods: Goods,
): OfferShipping | null {
  const { zones, settings } = storeShipping
  const country = findUsualCountry(listReachedCountries(storeShipping), storeShipping.country)
  const [rate] = findShippingRates(zones, toCriteria(goods, { country }))
  const minDays = rate?.minDays ?? rate?.maxDays
  const maxDays = rate?.maxDays ?? rate?.minDays
  if (!country || !rate || rate.isPickup || minDays == null || maxDays == null) return null
  return { country, price: rate.price, handlingDays: settings.handlingDays, minDays, maxDays }
}

const toCriteria = (goods: Goods, { country = '', region = '', postalCode = '' }: Destination) => ({
  ...goods,
  country,
  region,
  postalCode,
})

/** The options are in the order of their prices, with pickup last. */
function chooseOptions(options: readonly ShippingOption[]): ShippingOption[] {
  const deliveries = options.filter(({ isPickup }) => !isPickup)
  const [cheapest] = deliveries
  const fastest = deliveries
    .filter(option => isFaster(option, cheapest))
    .toSorted((a, b) => compareDays(a, b))[0]
  const pickup = options.find(({ isPickup }) => isPickup)
  return [cheapest, fastest, pickup].filter(option => option !== undefined)
}

const isFaster = (option: ShippingOption, other: ShippingOption | undefined) =>
  other !== undefined && compareDays(option, other) < 0

/** Options without days are the slowest. */
const compareDays = (a: ShippingOption, b: ShippingOption) =>
  (a.deliveryTo ?? '9999').localeCompare(b.deliveryTo ?? '9999') ||
  (a.deliveryFrom ?? '9999').localeCompare(b.deliveryFrom ?? '9999')

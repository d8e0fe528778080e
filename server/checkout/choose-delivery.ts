import { listCountryCodes } from '#contract/lib/country/region-codes.ts'
import type { CheckoutEntries } from '#contract/storefront/storefront-checkout.ts'
import type { StorefrontCheckout } from '#contract/storefront/storefront-order.ts'
import { findShippedGoods } from '../shipping/rule/load-shipped-goods.ts'
import { listShippingOptions, type StoreShipping } from '../shipping/rule/load-store-shipping.ts'
import { findUsualCountry, listReachedCountries } from '../shipping/rule/reached-countries.ts'
import { findFreeShippingTotal } from '../shipping/rule/shipping-rates.ts'
import type { LoadedCart } from '../storefront/form/load-cart.ts'

type Delivery = Pick<
  StorefrontCheckout,
  'countries' | 'country' | 'delivery' | 'shippingOptions' | 'excludedItems' | 'freeDeliveryFrom'
> & {
  /** The chosen option, or the first one. */
  option: StorefrontCheckout['shippingOptions'][number] | undefined
}

/**
 * Returns how the goods of a cart get to the address, if they need a delivery at all. Without a country
 * they go to the country of the store, or to the only one to which it delivers.
 */
export function chooseDelivery(
  storeShipping: StoreShipping,
  { lines, subtotal }: Pick<LoadedCart, 'lines' | 'subtotal'>,
  entries: CheckoutEntries,
): Delivery {
  const { region = '', postalCode = '', shipping } = entries
  const { country: storeCountry } = storeShipping
  const { requiresShipping, weight, linesByClass } = findShippedGoods(lines, ({ goods }) => goods)
  if (!requiresShipping)
    return {
      countries: listCountryCodes(),
      country: entries.country || storeCountry,
      delivery: 'none',
      shippingOptions: [],
      excludedItems: null,
      freeDeliveryFrom: null,
      option: undefined,
    }
  const countries = listReachedCountries(storeShipping)
  const country = entries.country || findUsualCountry(countries, storeCountry)
  const criteria = { country, region, postalCode, weight, total: subtotal }
  const classes = [...linesByClass.keys()]
  const shippingOptions = listShippingOptions(storeShipping, { ...criteria, classes })
  const option = shippingOptions.find(({ _id }) => _id === shipping) ?? shippingOptions[0]
  return {
    countries,
    country,
    delivery: option?.isPickup ? 'pickup' : 'shipping',
    shippingOptions,
    excludedItems: shippingOptions.length === 0 ? listExcludedItems() : null,
    freeDeliveryFrom: findFreeShippingTotal(storeShipping.zones, { ...criteria, classes }),
    option,
  }

  function listExcludedItems() {
    const hasRate = (names: string[]) =>
      listShippingOptions(storeShipping, { ...criteria, classes: names }).length > 0
    if (!hasRate([])) return null
    return [...linesByClass].flatMap(([name, classLines]) =>
      hasRate([name]) ? [] : classLines.map(({ title }) => title),
    )
  }
}

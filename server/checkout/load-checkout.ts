import { listCountryCodes } from '#contract/lib/region-codes.ts'

import { calculateOrderTotals, sumTaxes } from '#contract/order-totals.ts'
import type { ShippingOption, ShippingZone } from '#contract/shipping.ts'
import type { CheckoutEntries } from '#contract/storefront-checkout.ts'

import type { StorefrontCheckout } from '#contract/storefront-order.ts'
import type { Tx } from '../lib/db/db.ts'
import { findShippingRates } from '../rule/shipping-rates.ts'
import { loadShippingZones } from '../shipping/shipping-store.ts'
import { loadCart } from '../storefront/load-cart.ts'
import { loadParcel } from './load-parcel.ts'

type StoreTerms = {
  taxRate: number
  taxIncluded: boolean
  country: string
  paymentMethods: { _id: string; name: string }[]
}

/** Returns the cart as an order to an address, or undefined without a line that can be bought. */
export async function loadCheckout(
  tx: Tx,
  token: string,
  entries: CheckoutEntries,
): Promise<StorefrontCheckout | undefined> {
  const [cart, [terms], zones] = await Promise.all([
    loadCart(tx, token),
    selectTerms(tx),
    loadShippingZones(tx),
  ])
  if (!cart?.unitCount || !terms) return undefined
  const lines = cart.lines.filter(({ state }) => state === 'available')
  const country = entries.country || terms.country
  const { requiresShipping, weight } = await loadParcel(tx, lines)
  const { region = '', postalCode = '' } = entries
  const shippingOptions = requiresShipping
    ? findShippingRates(zones, { country, region, postalCode, weight, total: cart.subtotal })
    : []
  const shipping = shippingOptions.find(({ _id }) => _id === entries.shipping) ?? shippingOptions[0]
  const { paymentMethods, taxRate, taxIncluded } = terms
  const payment = paymentMethods.find(({ _id }) => _id === entries.payment) ?? paymentMethods[0]
  const totals = calculateOrderTotals({
    lines: lines.map(({ quantity, price }) => ({ quantity, unitPrice: price })),
    shippingTotal: shipping?.price,
    taxRate,
    taxIncluded,
  })
  return {
    lines,
    note: cart.note,
    country,
    countries: requiresShipping ? listReachedCountries(zones) : listCountryCodes(),
    delivery: getDelivery(requiresShipping, shipping),
    shippingOptions,
    shipping: shipping?._id ?? null,
    paymentMethods,
    payment: payment?._id ?? null,
    subtotal: totals.subtotal,
    shippingTotal: shipping ? totals.shippingTotal : null,
    taxes: sumTaxes({ ...totals, taxIncluded }),
    taxTotal: totals.taxTotal,
    taxIncluded,
    total: totals.total,
  }
}

const selectTerms = (tx: Tx) => tx<StoreTerms[]>`
  select b.default_tax_rate as tax_rate, b.tax_included, coalesce(b.address ->> 'country', '') as country,
    coalesce((
      select jsonb_agg(jsonb_build_object('_id', id, 'name', name) order by position, id)
      from payment_method where enabled
    ), '[]') as payment_methods
  from business b where b.id = current_business()`

function getDelivery(requiresShipping: boolean, shipping: ShippingOption | undefined) {
  if (!requiresShipping) return 'none'
  return shipping?.isPickup ? 'pickup' : 'shipping'
}

/** Returns the countries to which the store delivers: all, if a zone has no destinations. */
function listReachedCountries(zones: readonly Pick<ShippingZone, 'destinations'>[]): string[] {
  const isEverywhere = zones.some(({ destinations }) => destinations.length === 0)
  return isEverywhere
    ? listCountryCodes()
    : [...new Set(zones.flatMap(zone => zone.destinations.map(({ country }) => country)))]
}

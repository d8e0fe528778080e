import { listCountryCodes } from '#contract/lib/region-codes.ts'
import { calculateOrderTotals } from '#contract/order-totals.ts'
import type { ShippingZone } from '#contract/shipping.ts'
import type { CheckoutEntries } from '#contract/storefront-checkout.ts'
import type { StorefrontCart, StorefrontCheckout } from '#contract/storefront-order.ts'
import type { Tx } from '../lib/db/db.ts'
import { findShippingRates } from '../rule/shipping-rates.ts'
import { loadShippingZones } from '../shipping/shipping-store.ts'
import { loadCart } from '../storefront/load-cart.ts'

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
  const shippingOptions = findShippingRates(zones, {
    country,
    region: entries.region ?? '',
    postalCode: entries.postalCode ?? '',
    weight: await sumWeight(tx, lines),
    total: cart.subtotal,
  })
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
    countries: listReachedCountries(zones),
    shippingOptions,
    shipping: shipping?._id ?? null,
    paymentMethods,
    payment: payment?._id ?? null,
    subtotal: totals.subtotal,
    shippingTotal: shipping ? totals.shippingTotal : null,
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

/** Returns the weight of a parcel in grams. */
async function sumWeight(tx: Tx, lines: StorefrontCart['lines']): Promise<number> {
  const rows = await tx<{ id: string; weight: number | null }[]>`
    select id, weight from variant where id = any (${lines.map(({ variant }) => variant)}::uuid[])`
  const weights = new Map(rows.map(({ id, weight }) => [id, weight ?? 0]))
  return lines.reduce(
    (sum, { variant, quantity }) => sum + quantity * (weights.get(variant) ?? 0),
    0,
  )
}

/** Returns the countries to which the store delivers: all, if a zone has no destinations. */
function listReachedCountries(zones: readonly Pick<ShippingZone, 'destinations'>[]): string[] {
  const isEverywhere = zones.some(({ destinations }) => destinations.length === 0)
  return isEverywhere
    ? listCountryCodes()
    : [...new Set(zones.flatMap(zone => zone.destinations.map(({ country }) => country)))]
}

import { createHash } from 'node:crypto'
import type { CheckoutField } from '#contract/cms/checkout-settings.ts'
import { listCountryCodes } from '#contract/lib/country/region-codes.ts'
import {
  calculateOrderTotals,
  type OrderTotals,
  removeTax,
  sumTaxes,
} from '#contract/order/order-totals.ts'
import { isOfferedWith, type PaymentKind } from '#contract/payment/payment-method.ts'
import type { OrderTaxRates } from '#contract/store/tax.ts'
import type { CheckoutEntries } from '#contract/storefront/storefront-checkout.ts'
import type { StorefrontCart, StorefrontCheckout } from '#contract/storefront/storefront-order.ts'
import { getAddressForm } from '../address/address-form.ts'
import { defaultCheckoutRules } from '../cms/rule/cms-defaults.ts'
import { loadDiscounts } from '../discount/rule/load-discounts.ts'
import type { Tx } from '../lib/db/db.ts'
import {
  type StoreShippingRow,
  shippingColumns,
  toStoreShipping,
} from '../shipping/rule/load-store-shipping.ts'
import { type CartLine, loadCart } from '../storefront/form/load-cart.ts'
import type { SignedInShopper } from '../storefront/form/signed-in-shopper.ts'
import { taxColumns } from '../tax/rule/load-tax-rates.ts'
import { findTaxRates, type StoreTaxes } from '../tax/rule/tax-rates.ts'
import { listShownFields } from './checkout-answers.ts'
import { chooseDelivery } from './choose-delivery.ts'

/** A checkout with the totals that its page shows. */
export type PricedCheckout = Omit<StorefrontCheckout, 'savedAddresses' | 'savedAddress'> & {
  totals: OrderTotals
  /** A digest of the terms of service, or ''. */
  termsVersion: string
}
type CheckoutStore = StoreTaxes &
  StoreShippingRow & {
    rules: Partial<StorefrontCheckout['rules']>
    taxIncluded: boolean
    paymentMethods: { _id: string; name: string; kind: PaymentKind }[]
    termsVersion: string
  }

/** The cart of a shopper, who can be signed in. */
export type CheckoutCart = { token: string; shopper: SignedInShopper | undefined }

/**
 * Returns the cart as an order to an address, or undefined without a line that can be bought. Entries
 * that the cart has stored are read together with it.
 */
export async function loadCheckout(
  tx: Tx,
  { token, shopper }: CheckoutCart,
  loadedEntries: CheckoutEntries | Promise<CheckoutEntries>,
): Promise<PricedCheckout | undefined> {
  const [cart, [store], entries] = await Promise.all([
    loadCart(tx, token),
    selectCheckoutStore(tx),
    loadedEntries,
  ])
  if (!cart?.unitCount || !store) return undefined
  const cartLines = cart.lines.filter(({ state }) => state === 'available')
  const shippedCart = { lines: cartLines, subtotal: cart.subtotal }
  const { option, ...delivery } = chooseDelivery(toStoreShipping(store), shippedCart, entries)
  const { country, taxIncluded } = { ...store, ...delivery }
  const fields = listShownFields(store.rules.fields ?? [], delivery)
  const paymentMethods = listPaymentMethods(store, delivery)
  const { taxRates, lines, shippingOptions } = findTaxedPrices(
    store,
    { lines: cartLines, shippingOptions: delivery.shippingOptions },
    toTaxedBuyer({ shopper, isPickup: option?.isPickup === true }, { ...entries, country }),
  )
  const shippingPrice = shippingOptions.find(({ _id }) => _id === option?._id)?.price ?? 0
  const buyer = { ...entries, isEmailVerified: hasEmail(shopper, entries) }
  const discounts = await loadDiscounts(tx, { ...buyer, lines, shippingPrice })
  const totals = calculateOrderTotals({
    lines: lines.map((line, i) => toTotalsLine(line, discounts.lines[i], taxRates.lines[i])),
    shippingTotal: shippingPrice - discounts.shipping,
    taxRate: 0,
    shippingTaxRate: taxRates.shipping,
    taxIncluded,
  })
  return {
    lines,
    ...describeSeen(store, lines, fields),
    addressForm: getAddressForm(country),
    billing: describeBilling(entries.billingCountry || country),
    ...delivery,
    shippingOptions: discounts.shipping > 0 ? shippingOptions.map(toFree) : shippingOptions,
    freeDeliveryFrom: findLowest([delivery.freeDeliveryFrom, discounts.freeDeliveryFrom]),
    shipping: option?._id ?? null,
    paymentMethods,
    payment: findPaymentMethod(paymentMethods, entries.payment)?._id ?? null,
    subtotal: totals.subtotal,
    discountTotal: totals.discountTotal,
    ...describeDiscounts(discounts, shopper),
    shippingTotal: option ? totals.shippingTotal : null,
    taxes: sumTaxes({ ...totals, taxIncluded }),
    taxTotal: totals.taxTotal,
    taxIncluded,
    taxRates,
    taxExemption: taxRates.exemption,
    total: totals.total,
    totals,
    fields,
    ...checkRules({ ...defaultCheckoutRules, ...store.rules }, cart, shopper),
  }
}

type Priced = { price: number }
type Prices<Option> = { lines: readonly CartLine[]; shippingOptions: readonly Option[] }
type Buyer = {
  country: string
  region?: string | undefined
  vatId?: string | undefined
  isExempt: boolean
}
type TaxedPrices<Option> = {
  taxRates: OrderTaxRates
  lines: CartLine[]
  shippingOptions: Option[]
}

/**
 * Returns the tax rates of a cart and the prices that it pays: an order without tax does not pay the
 * tax that prices of the store include. Other orders pay the same price whatever their rate is.
 */
function findTaxedPrices<Option extends Priced>(
  { taxIncluded, ...storeTaxes }: StoreTaxes & Pick<CheckoutStore, 'taxIncluded'>,
  { lines, shippingOptions }: Prices<Option>,
  { region = '', vatId = '', ...buyer }: Buyer,
): TaxedPrices<Option> {
  const { included, ...taxRates } = findTaxRates(storeTaxes, {
    ...buyer,
    region,
    vatId,
    lines: lines.map(({ goods }) => goods?.taxClass ?? null),
  })
  const removed = taxRates.exemption && taxIncluded ? included : { lines: [], shipping: 0 }
  return {
    taxRates,
    lines: lines.map((line, i) => ({
      ...line,
      price: removeTax(line.price, removed.lines[i] ?? 0),
    })),
    shippingOptions: shippingOptions.map(option => ({
      ...option,
      price: removeTax(option.price, removed.shipping),
    })),
  }
}

const describeBilling = (country: string): StorefrontCheckout['billing'] => ({
  country,
  countries: listCountryCodes(),
  addressForm: getAddressForm(country),
})

const toTotalsLine = (
  { quantity, price }: { quantity: number; price: number },
  discount: number | undefined,
  taxRate: number | undefined,
) => ({ quantity, unitPrice: price, discount, taxRate })

type Rules = StorefrontCheckout['rules']

/** Returns what the store demands, and what the cart and its shopper lack. */
const checkRules = (
  rules: Rules,
  { note, subtotal }: StorefrontCart,
  shopper: SignedInShopper | undefined,
) => ({
  rules,
  note: rules.noteEnabled ? note : '',
  missingAmount: Math.max(rules.minOrder - subtotal, 0),
  needsSignIn: !rules.guestAllowed && shopper === undefined,
})

type TaxedShopper = { shopper: SignedInShopper | undefined; isPickup: boolean }

/** Goods that the shopper collects are sold in the country of the store. */
const toTaxedBuyer = (
  { shopper, isPickup }: TaxedShopper,
  { country = '', region, vatId, email }: CheckoutEntries,
) => ({
  country: isPickup ? '' : country,
  region,
  vatId,
  isExempt: isExempt(shopper, { email }),
})

/** An email that anyone can enter proves nothing, so that an exempt customer has to sign in. */
const isExempt = (shopper: SignedInShopper | undefined, entries: CheckoutEntries) =>
  shopper?.isTaxExempt === true && hasEmail(shopper, entries)

const hasEmail = (shopper: SignedInShopper | undefined, { email = '' }: CheckoutEntries) =>
  shopper !== undefined && shopper.email === email.toLowerCase()

const describeDiscounts = (
  { applied, lines, problem, isSignInUseful }: Awaited<ReturnType<typeof loadDiscounts>>,
  shopper: SignedInShopper | undefined,
) => ({
  discounts: applied,
  lineDiscounts: lines,
  discountProblem: problem,
  isSignInUseful: isSignInUseful && shopper === undefined,
})

const describeSeen = (
  { rules, termsVersion }: CheckoutStore,
  lines: readonly { variant: string; quantity: number }[],
  fields: readonly CheckoutField[],
) => ({
  fingerprint: hashLines(lines, fields, rules.termsRequired ? termsVersion : ''),
  termsVersion,
})

/** Answers and the acceptance belong to the fields and the terms that the shopper has seen. */
const hashLines = (
  lines: readonly { variant: string; quantity: number }[],
  fields: readonly CheckoutField[],
  termsVersion: string,
): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        lines.map(({ variant, quantity }) => [variant, quantity]),
        fields,
        termsVersion,
      ]),
    )
    .digest('base64url')

const listPaymentMethods = (
  { paymentMethods }: CheckoutStore,
  { delivery }: Pick<StorefrontCheckout, 'delivery'>,
): StorefrontCheckout['paymentMethods'] =>
  paymentMethods
    .filter(({ kind }) => isOfferedWith(kind, delivery))
    .map(({ _id, name }) => ({ _id, name }))

const findPaymentMethod = (methods: StorefrontCheckout['paymentMethods'], id = '') =>
  methods.find(({ _id }) => _id === id) ?? methods[0]

const findLowest = (totals: readonly (number | null)[]): number | null =>
  totals.filter(total => total !== null).toSorted((a, b) => a - b)[0] || null

/** A discount that makes the shipping free applies to every delivery method. */
const toFree = <Option extends object>(option: Option) => ({ ...option, price: 0 })

/**
 * Also lets the later statements of the transaction reuse their plans: PostgreSQL would plan those
 * with arrays for each cart, and a page takes 1.42 times the CPU.
 */
const selectCheckoutStore = (tx: Tx) => tx<CheckoutStore[]>`
  select set_config('plan_cache_mode', 'force_generic_plan', true),
    s.tax_included, ${shippingColumns(tx)}, ${taxColumns(tx)},
    coalesce((
      select jsonb_agg(jsonb_build_object('_id', id, 'name', name, 'kind', kind) order by position, id)
      from payment_method where enabled
    ), '[]') as payment_methods,
    coalesce(c.sections -> 'checkout', '{}') as rules,
    coalesce(left(
      encode(sha256(convert_to(c.sections #>> '{policies,terms}', 'UTF8')), 'hex'), 16
    ), '') as terms_version
  from store s
  left join cms c on c.store_id = s.id
  where s.id = current_store()`

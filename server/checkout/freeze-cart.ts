import type { Address } from '#contract/lib/country/address.ts'
import { type PaymentProviderCode, paymentProviders } from '#contract/payment/payment-account.ts'
import type { BankAccount } from '#contract/payment/payment-method.ts'
import { readBillingAddress } from '#contract/storefront/billing-fields.ts'
import type { PlacedCheckout } from '#contract/storefront/storefront-checkout.ts'
import type { StorefrontCheckout } from '#contract/storefront/storefront-order.ts'
import { formatPhone } from '../address/phone-number.ts'
import { assertFound, assertNoErrors, createInvalidProblem, Problem } from '../lib/call/problem.ts'
import type { App } from '../lib/call/serve.ts'
import type { Tx } from '../lib/db/db.ts'
import { selectBankAccount } from '../order/page/bank-transfer.ts'
import { assertChargeable } from '../payment-provider/load-provider.ts'
import type { SaleDraft } from '../sale/sale.ts'
import { listEntryErrors } from './check-entries.ts'
import { listAnswers } from './checkout-answers.ts'
import { type CheckoutCart, loadCheckout, type PricedCheckout } from './load-checkout.ts'

/** The form of a checkout with the language in which it was sent. */
export type SubmittedForm = { cart: CheckoutCart; fields: PlacedCheckout; language: string }
type SaleStore = {
  currency: string
  country: string | null
  kind: string | null
  paymentMethod: string | null
  paymentInstructions: string | null
  bankAccount: BankAccount | null
}

type FrozenCart = {
  draft: SaleDraft
  /** The provider that the shopper pays, or undefined for another payment, or nothing to pay. */
  provider: PaymentProviderCode | undefined
}

/**
 * Returns the sale of a cart as the shopper has seen it, or undefined if it has nothing to buy. Nothing is
 * stored or taken yet.
 * @throws Problem 409 version_conflict if the total differs from the one on the page or the store does not
 *   take the order, or 422 for an incomplete form, a delivery or payment that is not offered, or amounts
 *   that are too large
 */
export async function freezeCart(
  app: Pick<App, 'config'>,
  tx: Tx,
  form: SubmittedForm,
): Promise<FrozenCart | undefined> {
  const { cart, fields } = form
  const [checkout, store] = await Promise.all([
    loadCheckout(tx, cart, fields),
    loadSaleStore(tx, fields.payment),
  ])
  if (!checkout) return undefined
  assertUnchanged(checkout, fields)
  const draft = draftSale(checkout, store, form)
  const { totals, currency } = draft
  const provider = totals.total > 0 ? paymentProviders.find(code => code === store.kind) : undefined
  if (provider) assertChargeable(app, provider, { amount: totals.total, currency })
  return { draft, provider }
}

function assertUnchanged(checkout: PricedCheckout, fields: PlacedCheckout) {
  const errors = listEntryErrors(checkout, fields)
  if (errors.length > 0) throw createInvalidProblem(errors)
  // The page says so, and has no button.
  if (checkout.needsSignIn || checkout.missingAmount > 0) throw new Problem(409, 'version_conflict')
  const hasSameLines = (fields.fingerprint ?? checkout.fingerprint) === checkout.fingerprint
  if (checkout.total !== fields.total || !hasSameLines) throw new Problem(409, 'version_conflict')
}

function draftSale(
  checkout: PricedCheckout,
  store: SaleStore,
  { cart: { shopper }, fields, language }: SubmittedForm,
): SaleDraft {
  const { email, name, company, vatId } = fields
  assertNoErrors(checkout.totals.errors)
  const phone = formatPhone(fields.phone ?? '', fields.country) ?? ''
  const option = checkout.shippingOptions.find(({ _id }) => _id === fields.shipping)
  return {
    state: 'draft',
    input: {
      customer: { name, email, phone, company, vatId },
      lines: checkout.lines.map(({ variant, quantity, price }) => ({
        variant,
        quantity,
        unitPrice: price,
      })),
      ...toAddresses(checkout, fields, store.country),
      isPickup: checkout.delivery === 'pickup',
      shippingMethod: option?.name,
      customerNote: checkout.note,
      checkoutAnswers: listAnswers(checkout.fields, fields),
      taxExemption: checkout.taxExemption,
      ...(checkout.rules.termsRequired && {
        terms: { version: checkout.termsVersion, acceptedAt: new Date().toISOString() },
      }),
    },
    columns: {
      language,
      paymentMethod: store.paymentMethod ?? '',
      paymentInstructions: store.paymentInstructions ?? '',
      bankAccount: store.bankAccount,
      deliveryFrom: option?.deliveryFrom ?? null,
      deliveryTo: option?.deliveryTo ?? null,
    },
    currency: store.currency,
    taxIncluded: checkout.taxIncluded,
    totals: checkout.totals,
    discounts: checkout.discounts,
    isSignedIn: shopper?.email === fields.email,
  }
}

async function loadSaleStore(tx: Tx, paymentMethodId: string): Promise<SaleStore> {
  const [row] = await tx<SaleStore[]>`
    select s.currency, nullif(s.address ->> 'country', '') as country,
      m.kind, m.name as payment_method, m.instructions as payment_instructions,
      case when m.kind = 'bank_transfer' then ${selectBankAccount(tx)} end as bank_account
    from store s
    left join payment_method m on m.store_id = s.id and m.id = ${paymentMethodId} and m.enabled
    where s.id = current_store()`
  return assertFound(row, 'store_not_found')
}

/**
 * Returns the addresses of an order. Only a delivery has a shipping address. The billing address of an
 * order that the shopper collects is in the country of the store, unless the shopper enters one.
 */
function toAddresses(
  { delivery }: Pick<StorefrontCheckout, 'delivery'>,
  fields: PlacedCheckout,
  storeCountry: string | null,
): { shippingAddress?: Address; billingAddress: Address } {
  const { name, line1, line2, postalCode, city, region, country } = fields
  const address = { name, line1, line2, postalCode, city, region, country }
  if (fields.billing === 'other') {
    const billingAddress = readBillingAddress(fields)
    return delivery === 'shipping'
      ? { shippingAddress: address, billingAddress }
      : { billingAddress }
  }
  if (delivery === 'shipping') return { shippingAddress: address, billingAddress: address }
  if (delivery === 'none') return { billingAddress: { name, country } }
  return { billingAddress: { name, country: storeCountry ?? country } }
}

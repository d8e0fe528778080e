import type { Address } from '#contract/lib/country/address.ts'
import type { OrderTotals } from '#contract/order/order-totals.ts'
import { type PaymentProviderCode, paymentProviders } from '#contract/payment/payment-account.ts'
import type { BankAccount } from '#contract/payment/payment-method.ts'
import { readBillingAddress } from '#contract/storefront/billing-fields.ts'
import type { PlacedCheckout } from '#contract/storefront/storefront-checkout.ts'
import type { StorefrontCheckout } from '#contract/storefront/storefront-order.ts'
import { formatPhone } from '../address/phone-number.ts'
import { assertFound, assertNoErrors } from '../lib/call/problem.ts'
import type { Tx } from '../lib/db/db.ts'
import { selectBankAccount } from '../order/page/bank-transfer.ts'
import { listAnswers } from './checkout-answers.ts'
import type { SaleDraft } from './sale.ts'

/** A checkout with the totals that its page shows. */
export type PricedCheckout = StorefrontCheckout & {
  totals: OrderTotals
  /** A digest of the terms of service, or ''. */
  termsVersion: string
}
type DraftedCheckout = {
  checkout: PricedCheckout
  fields: PlacedCheckout
  language: string
  isSignedIn: boolean
}
type SaleStore = {
  currency: string
  country: string | null
  kind: string | null
  paymentMethod: string | null
  paymentInstructions: string | null
  bankAccount: BankAccount | null
}

export type StartedSale = {
  draft: SaleDraft
  /** The provider that the shopper pays, or undefined for another payment, or nothing to pay. */
  provider: PaymentProviderCode | undefined
}

/**
 * Returns the sale that a checkout starts. Nothing is stored or taken yet.
 * @throws Problem 422 for amounts that are too large
 */
export async function draftSale(
  tx: Tx,
  { checkout, fields, language, isSignedIn }: DraftedCheckout,
): Promise<StartedSale> {
  const { email, name, company, vatId } = fields
  assertNoErrors(checkout.totals.errors)
  const phone = formatPhone(fields.phone ?? '', fields.country) ?? ''
  const option = checkout.shippingOptions.find(({ _id }) => _id === fields.shipping)
  const store = await loadSaleStore(tx, fields.payment)
  const draft: SaleDraft = {
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
    isSignedIn,
  }
  const provider = paymentProviders.find(code => code === store.kind)
  return { draft, provider: checkout.total > 0 ? provider : undefined }
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

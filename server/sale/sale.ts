import type { CheckoutAnswer } from '#contract/cms/checkout-settings.ts'
import type { Address } from '#contract/lib/country/address.ts'
import type { OrderInput } from '#contract/order/order-input.ts'
import type { OrderTotals } from '#contract/order/order-totals.ts'
import type { BankAccount } from '#contract/payment/payment-method.ts'
import type { OrderTaxRates } from '#contract/store/tax.ts'
import type { AppliedDiscount } from '#contract/storefront/storefront-order.ts'
import type { SoldVariant } from '../order/items/order-stock.ts'

/**
 * The state of a sale, which is an order before it exists:
 *
 * - `draft`: it is not stored, and nothing is taken from the store.
 * - `held`: its units and discounts are taken while the shopper pays.
 * - `paid`: its order exists, which has taken over the units and discounts.
 * - `late`: its units and discounts were returned. A payment that still arrives takes them again, or
 *   is refunded.
 */
export type SaleState = 'draft' | 'held' | 'paid' | 'late'

/** The version is the start of the SHA-256 hash of the text. */
export type AcceptedTerms = { version: string; acceptedAt: string }

/**
 * Everything that an order needs, with the prices and totals at the time of the checkout. It is stored
 * as JSON while the shopper pays, so that later changes of the store do not change the order.
 */
export type SaleContent = {
  input: {
    customer?: NonNullable<OrderInput['customer']>
    lines: { variant: string; quantity: number; unitPrice: number }[]
    shippingAddress?: Address
    billingAddress: Address
    shippingMethod?: string | undefined
    customerNote: string
    checkoutAnswers: CheckoutAnswer[]
    /** The text of the terms that the shopper has accepted, if the store demands it. */
    terms?: AcceptedTerms | undefined
    /** The customer collects the order. */
    isPickup: boolean
    taxExemption: OrderTaxRates['exemption']
  }
  /** The columns that only orders of the storefront have. */
  columns: {
    language: string
    paymentMethod: string
    paymentInstructions: string
    bankAccount: BankAccount | null
    deliveryFrom: string | null
    deliveryTo: string | null
  }
  currency: string
  taxIncluded: boolean
  totals: OrderTotals
  discounts: AppliedDiscount[]
  /** The shopper is signed in with the email of the order. */
  isSignedIn: boolean
}
/** The variants as they were when the shopper went to pay. Some may have been deleted since. */
export type HeldContent = SaleContent & { held: { variants: readonly SoldVariant[] } }

export type SaleDraft = SaleContent & { state: 'draft' }
export type StoredSale = HeldContent & {
  state: Exclude<SaleState, 'draft'>
  _id: string
  cartHash: Buffer
}

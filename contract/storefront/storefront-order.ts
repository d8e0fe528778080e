import type { CheckoutAnswer, CheckoutField } from '../cms/checkout-settings.ts'
import type { CmsSections } from '../cms/cms.ts'
import type { PickupPlace } from '../cms/opening-hours.ts'
import type { Address } from '../lib/country/address.ts'
import type { paymentMethods } from '../order/order-state.ts'
import type { TaxSum } from '../order/order-totals.ts'
import type { ReturnKind, ReturnState } from '../order/return-state.ts'
import type { BankTransfer } from '../payment/payment-method.ts'
import type { DiscountProblem } from '../product/discount.ts'
import type { ProductMeasure } from '../product/product-measure.ts'
import type { ShippingOption } from '../store/shipping.ts'
import type { OrderTaxRates, TaxExemption } from '../store/tax.ts'
import type { AddressForm } from './storefront-address.ts'
import type { StorefrontReviewState } from './storefront-review.ts'

export type StorefrontCartLine = {
  _id: string
  variant: string
  title: string
  options: { name: string; value: string }[]
  /** The page of the variant, null if it is no longer for sale. */
  path: string | null
  state: 'available' | 'soldOut' | 'unavailable'
  image: { url: string; alt: string; width: number; height: number } | null
  price: number
  /** Null without a reduction and a unit price. */
  priceDetails: (ProductMeasure & { priorPrice: number | null }) | null
  /** The price that the shopper saw when the line was added, if it changed since. */
  earlierPrice: number | null
  quantity: number
  /** The number of units that can be in the cart. */
  maxQuantity: number
  /** The reason for a quantity below the requested one. */
  reduction: 'stock' | 'limit' | null
}
/** The cart of a shopper. The totals are of the lines that can be bought. */
export type StorefrontCart = {
  lines: StorefrontCartLine[]
  note: string
  unitCount: number
  subtotal: number
}

/** A discount of an order. Its amount includes the price of free shipping. */
export type AppliedDiscount = { discount: string; name: string; code: string; amount: number }

/** The discounts of a cart before the checkout, and the discount code that the shopper entered. */
export type StorefrontCartDiscount = Pick<
  StorefrontCheckout,
  'discounts' | 'discountTotal' | 'discountProblem'
> & { code: string }
/** How the goods of a cart get to the entered country and postal code, or to the usual country. */
export type StorefrontCartDelivery = Pick<
  StorefrontCheckout,
  'country' | 'countries' | 'shippingOptions' | 'excludedItems' | 'freeDeliveryFrom'
> & { postalCode: string; isUsualCountry: boolean }
/** A line that the shopper has removed and can add again. */
export type StorefrontRemovedLine = { variant: string; title: string; quantity: number }
export type StorefrontCartPage = {
  cart: StorefrontCart
  /** Null without a line that can be bought. */
  discount: StorefrontCartDiscount | null
  /** Null without goods to deliver. */
  delivery: StorefrontCartDelivery | null
  removedLine: StorefrontRemovedLine | null
  /** The rules of the store for its orders. */
  rules: CmsSections['checkout']
}

/** A cart as an order to an address. The options are those of the address. */
export type StorefrontCheckout = {
  /** The lines of the cart that can be bought. */
  lines: StorefrontCartLine[]
  /** Changes with the products and quantities of the lines. */
  fingerprint: string
  note: string
  country: string
  addressForm: AddressForm
  /** The addresses of earlier orders of a signed-in shopper, and the id of the chosen one, or `other`. */
  savedAddresses: { _id: string; address: Address }[]
  savedAddress: string
  /** The billing address can be in any country. */
  billing: { country: string; countries: readonly string[]; addressForm: AddressForm }
  /** ISO codes of the countries to which the store delivers. */
  countries: readonly string[]
  /** `none`: the cart has only goods without delivery, such as downloads. */
  delivery: 'shipping' | 'pickup' | 'none'
  shippingOptions: ShippingOption[]
  /**
   * The titles of goods that no rate for the address carries; empty if only no rate carries all of
   * them together. Null if goods are not the reason for a missing rate.
   */
  excludedItems: string[] | null
  /** The subtotal from which a delivery to the address is free. Null if it is never or always free. */
  freeDeliveryFrom: number | null
  /** The ids of the chosen options, the first ones by default. Null if there is none. */
  shipping: string | null
  paymentMethods: { _id: string; name: string }[]
  payment: string | null
  subtotal: number
  discountTotal: number
  discounts: AppliedDiscount[]
  lineDiscounts: number[]
  discountProblem: DiscountProblem | null
  /** Null without a delivery method. */
  shippingTotal: number | null
  /** The taxes by rate, the lowest first. */
  taxes: TaxSum[]
  taxTotal: number
  taxIncluded: boolean
  taxRates: OrderTaxRates
  taxExemption: TaxExemption
  total: number
  /** The rules of the store for its orders. */
  rules: CmsSections['checkout']
  /** The fields of the seller for this delivery. */
  fields: CheckoutField[]
  /** The amount that is missing to the smallest order of the store. */
  missingAmount: number
  /** Only customers who are signed in can order. */
  needsSignIn: boolean
  /** Some customers get a discount when they sign in. */
  isSignInUseful: boolean
}
export type StorefrontOrderState =
  | 'received'
  | 'onHold'
  | 'confirmed'
  | 'shipped'
  | 'delivered'
  | 'readyForPickup'
  | 'pickedUp'
  | 'canceled'
  | 'withdrawn'
  | 'returned'
/** The state of some of the units, if the others have another state. */
export type StorefrontPartialState = 'partiallyShipped' | 'partiallyDelivered' | 'partiallyReturned'
/** A step of an order with its time, which is null while it is open. */
export type StorefrontOrderStep = {
  step: 'received' | 'paid' | 'shipped' | 'delivered' | 'readyForPickup' | 'pickedUp'
  isDone: boolean
  at: string | null
}
export type StorefrontOrderLine = {
  _id: string
  title: string
  variantTitle: string
  image: StorefrontCartLine['image']
  quantity: number
  unitPrice: number
  amount: number
  /** Units whose return the shopper can request. */
  returnable: number
  /** Units that the shopper can report as broken, wrong or lost. */
  claimable: number
  /** Whether the right of withdrawal covers it. Other products can't be returned. */
  isWithdrawable: boolean
  /** The other variants of the product that can be sent instead of shipped units. */
  exchangeVariants: { _id: string; title: string }[]
}
/** A return or a claim that the shopper has requested. */
export type StorefrontReturn = {
  _id: string
  number: string
  kind: ReturnKind
  status: ReturnState
  lines: { line: string; quantity: number; receivedQuantity: number }[]
  answer: string
  /** Whether money was sent for its units, or the whole order was refunded. */
  isRefunded: boolean
  /** The numbers of the orders that exchange or replace the units. */
  newOrders: string[]
  createdAt: string
  /** The ids of the photos that the shopper sent with it. */
  photos: string[]
  /** The label for the parcel that is sent back. */
  label: { _id: string; fileName: string } | null
  /** The last day to send an accepted return back. Null without a deadline. */
  sendBackBy: string | null
  isLate: boolean
}
/** A refund that the shopper got, or that waits for its payment provider. */
export type StorefrontRefund = {
  _id: string
  amount: number
  at: string
  isPending: boolean
  method: (typeof paymentMethods)[number]
  /** Whether a payment provider returns the amount to the original payment. */
  isOnline: boolean
}
/** The price of returned items that pays an exchange order: to that order, or received from the earlier one. */
export type ExchangeCredit = {
  _id: string
  isReceived: boolean
  amount: number
  /** The number of the other order. */
  order: string
  at: string
}
/** An order as its shopper sees it. */
export type StorefrontOrder = {
  number: string
  state: StorefrontOrderState
  partialState: StorefrontPartialState | null
  /** Empty for orders that are canceled, withdrawn or returned. */
  steps: StorefrontOrderStep[]
  /** Nothing has been shipped, so that the shopper can still cancel the order. */
  canCancel: boolean
  /** The shopper can still change the items and the address. */
  canEdit: boolean
  /** The shopper can withdraw from the contract. */
  canWithdraw: boolean
  withdrawal: { name: string; email: string; createdAt: string } | null
  returns: StorefrontReturn[]
  /** The last day on which the shopper can request a return. Null without a limit, or with nothing to return. */
  returnPeriod: { until: string; isOver: boolean } | null
  /** The products that the shopper can review or has reviewed. */
  reviews: StorefrontReviewState[]
  /** The issued invoices and credit notes. */
  invoices: { _id: string; kind: 'invoice' | 'credit_note'; number: string }[]
  /** Whether the order is paid, so that its receipt can be opened. */
  hasReceipt: boolean
  seller: {
    name: string
    address: Address
    /** For returns without a label. Empty if it is the address of the store. */
    returnAddress: string
    email: string
    vatId: string
    /** In which the dates of the order are written. */
    timezone: string
    /** The legal information of the store, sanitized HTML. */
    imprint: string
  }
  customerName: string
  /** Whether the shopper gets emails about it. */
  sendsEmails: boolean
  billingAddress: Address
  checkoutAnswers: CheckoutAnswer[]
  /** A text of the seller. */
  thankYou: string
  createdAt: string
  email: string
  address: Address
  /** The forms of addresses in the countries of both addresses. */
  addressForms: { shipping: AddressForm; billing: AddressForm }
  lines: StorefrontOrderLine[]
  shippingMethod: string
  /** Where the shopper collects the order. Null for other orders. */
  pickup: PickupPlace | null
  deliveryFrom: string | null
  deliveryTo: string | null
  paymentMethod: string
  paymentInstructions: string
  /** Null for other ways to pay. */
  bankTransfer: BankTransfer | null
  /** The ways to pay an order whose shopper has not chosen one. */
  paymentChoices: { name: string; instructions: string }[]
  /** The parcels that have left. */
  parcels: {
    _id: string
    status: 'shipped' | 'delivered' | 'lost'
    shippedAt: string | null
    deliveredAt: string | null
    carrier: string
    number: string
    url: string
    lines: { line: string; quantity: number }[]
  }[]
  currency: string
  subtotal: number
  discountTotal: number
  discounts: Pick<AppliedDiscount, 'name' | 'code'>[]
  shippingTotal: number
  /** The taxes by rate, the lowest first. */
  taxes: TaxSum[]
  taxTotal: number
  taxIncluded: boolean
  taxExemption: TaxExemption
  company: string
  vatId: string
  total: number
  /** The price of returned and removed units that is not due, because it was not paid. */
  unsoldTotal: number
  /** The amount that is still due. */
  balance: number
  refunds: StorefrontRefund[]
  exchangeCredits: ExchangeCredit[]
  /** The amount that the store owes the shopper and has not sent yet. */
  refundDue: number
  /** Whether the store has a paid amount that it can still refund, without fees that it keeps. */
  isRefundable: boolean
  /** The methods that pay this amount on the page of a provider. */
  onlinePayments: { _id: string; name: string }[]
}

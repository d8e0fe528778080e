import type { ReturnCosts } from '../cms/return-costs.ts'
import type { ShippingOption } from '../store/shipping.ts'

/** When goods arrive if they are ordered now, and what the delivery costs. */
export type DeliveryEstimation = {
  /** Empty if the shopper has to choose the country. */
  country: string
  /** The countries to which the store delivers. */
  countries: readonly string[]
  /** The cheapest option, the fastest one if another one is faster, and pickup. */
  shippingOptions: ShippingOption[]
  /** The total from which a delivery is free. Null if it is free already, or never. */
  freeFrom: number | null
  /** The time of today in the store's time zone until which orders arrive on these days. */
  orderBy: string | null
  /** Whether the store delivers to parts of the country that the address decides. */
  dependsOnAddress: boolean
}

/** The usual delivery of a variant to the country of its store. */
export type OfferShipping = {
  country: string
  price: number
  handlingDays: number
  minDays: number
  maxDays: number
}

/** The days in which shoppers of a country can return goods, 0 if they cannot. */
export type ProductReturns = { country: string; days: number; costs: ReturnCosts }

/** The terms of the purchase of a variant. */
export type ProductTerms = {
  /** Null if the product needs no delivery. */
  delivery: DeliveryEstimation | null
  /** The country that the shopper has chosen for the delivery, otherwise empty. */
  chosenCountry: string
  /** Whether the page opens the list of countries. */
  isChoosingCountry: boolean
  /** The usual deliveries by variant. */
  offerShipping: Record<string, OfferShipping>
  /** Null if the store does not limit returns, and no law grants days. */
  returns: ProductReturns | null
}

import { toDecimalPrice } from '#contract/lib/money/money.ts'
import type {
  OfferShipping,
  ProductReturns,
  ProductTerms,
} from '#contract/storefront/storefront-delivery.ts'
import type { StorefrontFrame } from '#contract/storefront/storefront-page.ts'
import type { JsonLd } from './json-ld.ts'
import { getPageUrl } from './page-url.ts'

/** Returns the delivery and the returns of an offer, as far as the store has stated them. */
export const describeTerms = (
  { offerShipping, returns }: ProductTerms,
  variant: string,
  frame: StorefrontFrame,
): Omit<JsonLd, '@type'> => {
  const shipping = offerShipping[variant]
  return {
    shippingDetails: shipping && describeShipping(shipping, frame.store.currency),
    hasMerchantReturnPolicy: returns?.country ? describeReturns(returns, frame) : undefined,
  }
}

const describeShipping = (
  { country, price, handlingDays, minDays, maxDays }: OfferShipping,
  currency: string,
): JsonLd => ({
  '@type': 'OfferShippingDetails',
  shippingRate: {
    '@type': 'MonetaryAmount',
    value: toDecimalPrice(price, currency),
    currency,
  },
  shippingDestination: { '@type': 'DefinedRegion', addressCountry: country },
  deliveryTime: {
    '@type': 'ShippingDeliveryTime',
    // Orders after the cut-off time wait for another day.
    handlingTime: describeDays(handlingDays, handlingDays + 1),
    transitTime: describeDays(minDays, maxDays),
  },
})

const describeDays = (minValue: number, maxValue: number): JsonLd => ({
  '@type': 'QuantitativeValue',
  minValue,
  maxValue,
  unitCode: 'DAY',
})

const returnFees = {
  unstated: undefined,
  customer: 'https://schema.org/ReturnFeesCustomerResponsibility',
  store: 'https://schema.org/FreeReturn',
}

function describeReturns({ country, days, costs }: ProductReturns, frame: StorefrontFrame): JsonLd {
  const common = {
    '@type': 'MerchantReturnPolicy',
    applicableCountry: country,
    merchantReturnLink: frame.policyKinds.includes('refund')
      ? getPageUrl(frame, '/policies/refund')
      : undefined,
  }
  return days === 0
    ? { ...common, returnPolicyCategory: 'https://schema.org/MerchantReturnNotPermitted' }
    : {
        ...common,
        returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
        merchantReturnDays: days,
        returnMethod: 'https://schema.org/ReturnByMail',
        returnFees: returnFees[costs],
      }
}

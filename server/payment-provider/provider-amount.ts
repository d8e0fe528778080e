import { getMinorUnitDigits } from '#contract/lib/money/money.ts'
import type { PaymentProviderCode } from '#contract/payment/payment-account.ts'
import { Problem } from '../lib/call/problem.ts'

type ProviderUnits = {
  /** The decimals of the amounts that the provider sends and receives. */
  digits: number
  /** The provider rounds amounts that are no multiple of so many of its units. */
  step: number
}

const stripeZeroDecimals = new Set(
  'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '),
)
const stripeThreeDecimals = new Set('BHD JOD KWD OMR TND'.split(' '))
const mollieZeroDecimals = new Set(['ISK', 'JPY'])

const unitsByProvider: Record<PaymentProviderCode, (currency: string) => ProviderUnits> = {
  /**
   * docs.stripe.com/currencies: ISK and UGX have no decimals either, but are sent with two. The third
   * decimal must be 0. HUF and TWD can be charged with decimals; only payouts must be whole.
   */
  stripe: currency => {
    if (stripeZeroDecimals.has(currency)) return { digits: 0, step: 1 }
    return stripeThreeDecimals.has(currency) ? { digits: 3, step: 10 } : { digits: 2, step: 1 }
  },
  /** docs.mollie.com/docs/multicurrency: HUF has two; for PayPal, Mollie rounds it after our request. */
  mollie: currency => ({ digits: mollieZeroDecimals.has(currency) ? 0 : 2, step: 1 }),
}

export const getProviderDigits = (provider: PaymentProviderCode, currency: string): number =>
  unitsByProvider[provider](currency).digits

/**
 * Returns an amount in the units of a provider, which can have other decimals than ours: Storewright
 * counts ISK in krónur, Stripe in hundredths of it.
 * @throws Problem 422 payment_amount_unsupported if the provider cannot charge the exact amount
 */
export function toProviderAmount(
  provider: PaymentProviderCode,
  amount: number,
  currency: string,
): number {
  const { digits, step } = unitsByProvider[provider](currency)
  const converted = shiftDecimals(amount, digits - getMinorUnitDigits(currency))
  if (!Number.isSafeInteger(converted) || converted % step !== 0)
    throw new Problem(422, 'payment_amount_unsupported', { currency: currency.toUpperCase() })
  return converted
}

/** Returns an amount of a provider in our minor units. */
export const fromProviderAmount = (
  provider: PaymentProviderCode,
  amount: number,
  currency: string,
): number =>
  Math.round(
    shiftDecimals(amount, getMinorUnitDigits(currency) - getProviderDigits(provider, currency)),
  )

/** Returns the amount of which a provider charges and returns multiples only, in our minor units. */
export const getProviderStep = (provider: PaymentProviderCode, currency: string): number => {
  const { digits, step } = unitsByProvider[provider](currency)
  return Math.max(1, shiftDecimals(step, getMinorUnitDigits(currency) - digits))
}

/** Divides for negative shifts, because 10 ** -1 is not exact. */
const shiftDecimals = (amount: number, shift: number) =>
  shift < 0 ? amount / 10 ** -shift : amount * 10 ** shift

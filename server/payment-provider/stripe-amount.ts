import { fromProviderAmount, toProviderAmount } from './provider-amount.ts'

/** docs.stripe.com/currencies: UGX and ISK have no decimals either, but are sent with two. */
const zeroDecimalCurrencies = new Set(
  'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '),
)
const threeDecimalCurrencies = new Set('BHD JOD KWD OMR TND'.split(' '))

function getStripeDigits(currency: string): number {
  if (zeroDecimalCurrencies.has(currency)) return 0
  return threeDecimalCurrencies.has(currency) ? 3 : 2
}

/** The third decimal must be 0. */
export function toStripeAmount(amount: number, currency: string): number {
  const digits = getStripeDigits(currency)
  return toProviderAmount(amount, currency, { digits, step: digits === 3 ? 10 : 1 })
}

export const fromStripeAmount = (amount: number, currency: string) =>
  fromProviderAmount(amount, currency.toUpperCase(), getStripeDigits(currency.toUpperCase()))

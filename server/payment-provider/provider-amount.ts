import { getMinorUnitDigits } from '#contract/lib/money.ts'
import { Problem } from '../lib/call/problem.ts'

/**
 * Returns an amount in the units of a provider, which can have other decimals than ours: Storewright
 * counts HUF in forints, Stripe in hundredths of it.
 * @throws Problem 422 payment_amount_unsupported if the provider cannot charge the exact amount
 */
export function toProviderAmount(
  amount: number,
  currency: string,
  { digits, step = 1 }: { digits: number; step?: number },
): number {
  const converted = shiftDecimals(amount, digits - getMinorUnitDigits(currency))
  if (!Number.isSafeInteger(converted) || converted % step !== 0)
    throw new Problem(422, 'payment_amount_unsupported', { currency: currency.toUpperCase() })
  return converted
}

/** Returns an amount of a provider in our minor units. */
export const fromProviderAmount = (amount: number, currency: string, digits: number): number =>
  Math.round(shiftDecimals(amount, getMinorUnitDigits(currency) - digits))

/** Divides for negative shifts, because 10 ** -1 is not exact. */
const shiftDecimals = (amount: number, shift: number) =>
  shift < 0 ? amount / 10 ** -shift : amount * 10 ** shift

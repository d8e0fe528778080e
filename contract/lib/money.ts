import { createOnce } from './create-once.ts'
import { getLanguageDirection, getLocaleLanguage } from './languages.ts'

/** Returns the number of decimals of a currency: 2 for USD, 0 for JPY, 3 for KWD. */
export const getMinorUnitDigits = createOnce(
  (currency: string) =>
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
      .maximumFractionDigits ?? 2,
)

/** Returns an amount such as 12.5 in minor units: 1250 for USD. */
export const toMinorUnits = (amount: number, currency: string) =>
  Math.round(amount * 10 ** getMinorUnitDigits(currency))

/** Returns minor units as a decimal with a point: 1999 of USD is 19.99, of JPY 1999. */
export function toDecimalPrice(amount: number, currency: string): string {
  const digits = getMinorUnitDigits(currency)
  return (amount / 10 ** digits).toFixed(digits)
}

/**
 * Removes the letters of "US$" and "UK£". In Arabic the narrow signs of `Intl` keep them and turn
 * "ج.م." into "E£".
 */
export const narrowCurrencySign = (money: string) => money.replace(/[A-Z]+(?=\p{Sc})/u, '')

/** Returns a function that formats minor units for shoppers. */
export function createMoneyFormat(locale: string, currency: string): (amount: number) => string {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency })
  const divisor = 10 ** getMinorUnitDigits(currency)
  const isRtl = getLanguageDirection(getLocaleLanguage(locale)) === 'rtl'
  return amount => {
    const money = format.format(amount / divisor)
    return isRtl ? narrowCurrencySign(money) : money
  }
}

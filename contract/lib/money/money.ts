import { createOnce } from '../create-once.ts'
import { getLanguageDirection, getLocaleLanguage } from '../text/languages.ts'
import { digitsByCurrency, wholeAmountCurrencies } from './currency-table.ts'

/** Returns the number of decimals of a currency: 2 for USD and HUF, 0 for JPY, 3 for KWD. */
export const getMinorUnitDigits = (currency: string): number => digitsByCurrency.get(currency) ?? 2

/** Returns whether whole amounts are written without decimals: 1,999 Ft and ¥1,999. */
export const hasWholePrices = (currency: string): boolean =>
  wholeAmountCurrencies.has(currency) || getMinorUnitDigits(currency) === 0

/** Returns an amount such as 12.5 in minor units: 1250 for USD. */
export const toMinorUnits = (amount: number, currency: string) =>
  Math.round(amount * 10 ** getMinorUnitDigits(currency))

/** Returns minor units as an amount: 1250 of USD is 12.5. */
export const fromMinorUnits = (minorUnits: number, currency: string) =>
  minorUnits / 10 ** getMinorUnitDigits(currency)

/**
 * Returns minor units as a decimal with a point: 1999 of USD is 19.99, of JPY 1999, and 199900 of
 * HUF is 1999.
 */
export function toDecimalPrice(minorUnits: number, currency: string): string {
  const decimal = fromMinorUnits(minorUnits, currency).toFixed(getMinorUnitDigits(currency))
  return hasWholePrices(currency) ? decimal.replace(/\.0+$/, '') : decimal
}

/** Returns the options that give every runtime the same decimals, whatever its own table says. */
export const getDecimalOptions = (currency: string): Intl.NumberFormatOptions => ({
  minimumFractionDigits: getMinorUnitDigits(currency),
  maximumFractionDigits: getMinorUnitDigits(currency),
  trailingZeroDisplay: hasWholePrices(currency) ? 'stripIfInteger' : 'auto',
})

/**
 * Returns a format of amounts. The only place that creates one, because `Intl` itself takes the
 * decimals from its own table, which changes with the version of the runtime.
 */
export const getCurrencyFormat = createOnce(
  (locale: string, currency: string, options: Intl.NumberFormatOptions = {}) =>
    new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      ...getDecimalOptions(currency),
      ...options,
    }),
)

/**
 * Removes the letters of "US$" and "UK£". In Arabic the narrow signs of `Intl` keep them and turn
 * "ج.م." into "E£".
 */
export const narrowCurrencySign = (money: string) => money.replace(/[A-Z]+(?=\p{Sc})/u, '')

/** Returns a function that formats minor units for shoppers. */
export function createMoneyFormat(
  locale: string,
  currency: string,
  options?: Intl.NumberFormatOptions,
): (amount: number) => string {
  const format = getCurrencyFormat(locale, currency, options)
  const isRtl = getLanguageDirection(getLocaleLanguage(locale)) === 'rtl'
  return amount => {
    const money = format.format(fromMinorUnits(amount, currency))
    return isRtl ? narrowCurrencySign(money) : money
  }
}

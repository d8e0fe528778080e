import { getMinorUnitDigits } from '#contract/lib/money.ts'

/** Returns a function that formats minor units for an email. */
export function createMoneyFormat(locale: string, currency: string) {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency })
  const divisor = 10 ** getMinorUnitDigits(currency)
  return (amount: number) => format.format(amount / divisor)
}

/** Returns the number of decimals of a currency: 2 for USD, 0 for JPY, 3 for KWD. */
export const getMinorUnitDigits = (currency: string) =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
    .maximumFractionDigits ?? 2

/** Returns an amount such as 12.5 in minor units: 1250 for USD. */
export const toMinorUnits = (amount: number, currency: string) =>
  Math.round(amount * 10 ** getMinorUnitDigits(currency))

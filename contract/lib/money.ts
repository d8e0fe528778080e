/** Returns the number of decimals of a currency: 2 for USD, 0 for JPY, 3 for KWD. */
export const getMinorUnitDigits = (currency: string) =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
    .maximumFractionDigits ?? 2

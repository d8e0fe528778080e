import { useTranslation } from 'react-i18next'
import type { TaxSum } from '#contract/order-totals.ts'
import { useFormatters } from '../lib/formatters.ts'

/** Returns a function that lists the taxes of an order, one row for each rate. */
export function useTaxItems(currency: string) {
  const { t } = useTranslation()
  const format = useFormatters()
  return (taxes: readonly TaxSum[], isIncluded: boolean) =>
    taxes
      .filter(({ tax }) => tax > 0)
      .map(({ rate, tax }) => ({
        label: getLabel(rate, isIncluded),
        value: format.money(tax, currency),
      }))

  // Imported orders have taxes without a rate.
  function getLabel(rate: number, isIncluded: boolean) {
    if (rate === 0) return t(isIncluded ? 'order.totals.taxIncluded' : 'order.totals.tax')
    return t(isIncluded ? 'order.totals.taxIncludedAtRate' : 'order.totals.taxAtRate', {
      rate: format.taxRate(rate),
    })
  }
}

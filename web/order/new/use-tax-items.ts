import { useTranslation } from 'react-i18next'
import type { TaxSum } from '#contract/order/order-totals.ts'
import type { TaxExemption } from '#contract/store/tax.ts'
import { useFormatters } from '../../lib/formatters.ts'

const exemptionTexts = {
  reverse_charge: 'order.totals.reverseCharge',
  exempt: 'order.totals.exempt',
} as const

/** Returns a function that lists the taxes of an order by rate, or the reason for an order without. */
export function useTaxItems(currency: string) {
  const { t } = useTranslation()
  const format = useFormatters()
  return (taxes: readonly TaxSum[], isIncluded: boolean, exemption: TaxExemption) =>
    exemption
      ? [{ label: t(exemptionTexts[exemption]), value: format.money(0, currency) }]
      : taxes
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

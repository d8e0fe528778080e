import { useTranslation } from 'react-i18next'
import type { Order } from '#contract/order/order.ts'
import { useFormatters } from '../../lib/formatters.ts'

/** Returns a function that lists the discount of an order, with the names of the store's discounts. */
export function useDiscountItems(currency: string) {
  const { t } = useTranslation()
  const format = useFormatters()
  return (discountTotal: number, discounts: Order['discounts']) => {
    // A discount that makes the shipping free does not reduce the lines.
    if (discountTotal === 0 && discounts.length === 0) return []
    const names = format.list(discounts.map(({ name, code }) => code || name))
    return [
      {
        label: names ? t('order.totals.discountBy', { names }) : t('order.totals.discount'),
        value: discountTotal > 0 ? format.money(-discountTotal, currency) : '–',
      },
    ]
  }
}

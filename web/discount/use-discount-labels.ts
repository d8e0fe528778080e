import { useTranslation } from 'react-i18next'
import type { Discount } from '#contract/product/discount.ts'
import { useFormatters } from '../lib/formatters.ts'
import { useCurrency } from '../lib/session/use-current-store.ts'

type DiscountValue = Pick<
  Discount,
  'kind' | 'percentage' | 'amount' | 'buyQuantity' | 'getQuantity'
>

/** Returns a function that formats what a discount gives, such as "10% off". */
export function useDiscountValue() {
  const { t } = useTranslation()
  const format = useFormatters()
  const currency = useCurrency()
  return ({ kind, percentage, amount, buyQuantity, getQuantity }: DiscountValue): string => {
    const share = format.number(percentage / 100, { style: 'percent', maximumFractionDigits: 2 })
    switch (kind) {
      case 'percentage':
        return t('discount.value.off', { value: share })
      case 'amount':
        return t('discount.value.off', { value: format.money(amount, currency) })
      case 'free_shipping':
        return t('discount.kinds.free_shipping')
      case 'buy_get': {
        const units = { buy: format.number(buyQuantity), get: format.number(getQuantity) }
        return percentage === 100
          ? t('discount.value.getFree', units)
          : t('discount.value.getOff', { ...units, value: share })
      }
    }
  }
}

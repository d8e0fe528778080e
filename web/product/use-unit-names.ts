import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { MeasureUnit } from '#contract/lib/money/unit-price.ts'

/** Returns the names of the units of measure. Symbols are the same in every language. */
export function useUnitNames(): Record<MeasureUnit, string> {
  const { t } = useTranslation()
  return useMemo(
    () => ({
      kg: 'kg',
      g: 'g',
      l: 'l',
      ml: 'ml',
      m: 'm',
      m2: 'm²',
      item: t('product.form.measureItem'),
    }),
    [t],
  )
}

import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { WeightUnit } from '#contract/lib/weight.ts'
import { useFormatters } from '../../lib/formatters.ts'
import {
  amountColumn,
  moneyColumn,
  stockColumn,
  textColumn,
  unitColumn,
  weightColumn,
} from '../list/product-cell-column.ts'
import { useUnitNames } from '../use-unit-names.ts'
import type { GridColumns } from './product-variant-row.tsx'

export const gridViews = ['main', 'prices', 'stock', 'codes', 'unitPrice'] as const
export type GridView = (typeof gridViews)[number]

/** Returns the columns of a grid view in the currency and the unit of weight of the store. */
export function useGridColumns(
  view: GridView,
  store: { currency: string; weightUnit: WeightUnit } | undefined,
): GridColumns {
  const { t } = useTranslation()
  const { decimalMark } = useFormatters()
  const unitNames = useUnitNames()
  const { currency = 'USD', weightUnit = 'kg' } = store ?? {}
  return useMemo(() => {
    const createMoneyColumn = (key: 'price' | 'compareAtPrice' | 'cost') =>
      moneyColumn(key, t(`productField.${key}`), currency, decimalMark)
    const stock = stockColumn(t('productField.stock'))
    const sku = textColumn('sku', t('productField.sku'))
    const views: Record<GridView, GridColumns> = {
      main: { cells: [createMoneyColumn('price'), stock, sku], flags: [] },
      prices: {
        cells: [
          createMoneyColumn('price'),
          createMoneyColumn('compareAtPrice'),
          createMoneyColumn('cost'),
        ],
        flags: [],
      },
      stock: {
        cells: [stock],
        flags: [
          { key: 'trackStock', label: t('productField.trackStock') },
          { key: 'allowBackorder', label: t('productField.allowBackorder') },
        ],
      },
      codes: {
        cells: [
          sku,
          textColumn('barcode', t('productField.barcode')),
          weightColumn(t('product.form.weightIn', { unit: weightUnit }), weightUnit, decimalMark),
        ],
        flags: [],
      },
      unitPrice: {
        cells: [
          amountColumn('measureAmount', t('productField.measureAmount'), decimalMark),
          unitColumn(t('productField.measureUnit'), unitNames),
          amountColumn('referenceAmount', t('productField.referenceAmount'), decimalMark),
        ],
        flags: [],
      },
    }
    return views[view]
  }, [view, currency, weightUnit, t, decimalMark, unitNames])
}

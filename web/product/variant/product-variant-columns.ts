import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormatters } from '../../lib/formatters.ts'
import {
  amountColumn,
  gramsByUnit,
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
  store: { currency: string; weightUnit: keyof typeof gramsByUnit } | undefined,
): GridColumns {
  const { t } = useTranslation()
  const { decimalMark } = useFormatters()
  const unitNames = useUnitNames()
  const { currency = 'USD', weightUnit = 'kg' } = store ?? {}
  return useMemo(() => {
    const createMoneyColumn = (key: 'price' | 'compareAtPrice' | 'cost') =>
      moneyColumn(key, t(`product.field.${key}`), currency, decimalMark)
    const stock = stockColumn(t('product.field.stock'))
    const sku = textColumn('sku', t('product.field.sku'))
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
          { key: 'trackStock', label: t('product.field.trackStock') },
          { key: 'allowBackorder', label: t('product.field.allowBackorder') },
        ],
      },
      codes: {
        cells: [
          sku,
          textColumn('barcode', t('product.field.barcode')),
          weightColumn(
            t('product.field.weightIn', { unit: weightUnit }),
            gramsByUnit[weightUnit],
            decimalMark,
          ),
        ],
        flags: [],
      },
      unitPrice: {
        cells: [
          amountColumn('measureAmount', t('product.field.measureAmount'), decimalMark),
          unitColumn(t('product.field.measureUnit'), unitNames),
          amountColumn('referenceAmount', t('product.field.referenceAmount'), decimalMark),
        ],
        flags: [],
      },
    }
    return views[view]
  }, [view, currency, weightUnit, t, decimalMark, unitNames])
}

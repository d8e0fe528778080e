import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { getSizedImageUrl } from '#contract/lib/image.ts'
import type { ProductListRow } from '#contract/product/product.ts'
import { type Formatters, useFormatters } from '../../lib/formatters.ts'
import { useCurrentStore } from '../../lib/session/use-current-store.ts'
import type { ListColumn } from '../../list/table/data-table.tsx'
import { RelativeTime } from '../../ui/date/relative-time.tsx'
import { StatusBadge } from '../../ui/message/status-badge.tsx'
import { EntityCell } from '../../ui/page/entity-cell.tsx'
import css from './product-columns.module.css'
import { productStatusTones } from './product-status-tones.ts'

export function useProductColumns(): ListColumn<ProductListRow>[] {
  const { t } = useTranslation()
  const format = useFormatters()
  const store = useCurrentStore()
  const currency = store?.currency ?? 'USD'
  const lowStockThreshold = store?.lowStockThreshold ?? 0
  // The rows render again when the columns change.
  return useMemo(
    () => [
      ...createMainColumns(t, { currency, lowStockThreshold }),
      ...createDetailColumns(t, format),
      ...createDateColumns(t),
    ],
    [t, format, currency, lowStockThreshold],
  )
}

/** Returns the product with its status, stock and price. */
function createMainColumns(
  t: TFunction,
  { currency, lowStockThreshold }: { currency: string; lowStockThreshold: number },
): ListColumn<ProductListRow>[] {
  return [
    {
      key: 'title',
      label: t('product.list.product'),
      sort: 'title',
      render: row => <ProductCell row={row} />,
    },
    {
      key: 'status',
      label: t('productField.status'),
      phonePosition: 'side',
      width: 120,
      render: row => <ProductStatusBadge status={row.status} />,
    },
    {
      key: 'stock',
      label: t('productField.stock'),
      sort: 'stock',
      isNumber: true,
      width: 150,
      render: row => <StockCell row={row} lowStockThreshold={lowStockThreshold} />,
    },
    {
      key: 'price',
      label: t('productField.price'),
      sort: 'price',
      isNumber: true,
      width: 130,
      render: row => <PriceCell row={row} currency={currency} />,
    },
  ]
}

function createDetailColumns(t: TFunction, format: Formatters): ListColumn<ProductListRow>[] {
  return [
    {
      key: 'productType',
      label: t('productField.productType'),
      minScreen: 'desktop',
      phonePosition: 'none',
      render: row => format.text(row.productType),
    },
    {
      key: 'vendor',
      label: t('productField.vendor'),
      minScreen: 'desktop',
      phonePosition: 'none',
      render: row => format.text(row.vendor),
    },
    {
      key: 'sku',
      label: t('productField.sku'),
      isOptional: true,
      minScreen: 'tablet',
      phonePosition: 'none',
      width: 130,
      render: row => (
        <span className={css.code} title={row.sku}>
          {format.text(row.sku)}
        </span>
      ),
    },
    {
      key: 'tags',
      label: t('productField.tags'),
      isOptional: true,
      minScreen: 'tablet',
      phonePosition: 'none',
      render: row => format.text(row.tags.join(', ')),
    },
  ]
}

function createDateColumns(t: TFunction): ListColumn<ProductListRow>[] {
  return [
    {
      key: 'createdAt',
      label: t('product.list.created'),
      sort: 'createdAt',
      isOptional: true,
      minScreen: 'tablet',
      phonePosition: 'none',
      width: 130,
      render: row => <RelativeTime time={row.createdAt} />,
    },
    {
      key: 'updatedAt',
      label: t('product.list.updated'),
      sort: 'updatedAt',
      isOptional: true,
      minScreen: 'tablet',
      phonePosition: 'none',
      width: 130,
      render: row => <RelativeTime time={row.updatedAt} />,
    },
  ]
}

function ProductCell({ row: { image, title, sku, variantCount } }: { row: ProductListRow }) {
  const { t } = useTranslation()
  return (
    <EntityCell
      imageUrl={(image && getSizedImageUrl(image, 160)) || null}
      title={title}
      details={sku || (variantCount > 1 && t('product.list.variants', { count: variantCount }))}
    />
  )
}

function ProductStatusBadge({ status }: Pick<ProductListRow, 'status'>) {
  const { t } = useTranslation()
  return (
    <StatusBadge
      tone={productStatusTones[status]}
      isHollow={status === 'draft'}
      label={t(`product.status.${status}`)}
    />
  )
}

/** The lowest price. */
function PriceCell({
  row: { price, hasPriceRange },
  currency,
}: {
  row: ProductListRow
  currency: string
}) {
  const { t } = useTranslation()
  const format = useFormatters()
  const formattedPrice = format.money(price, currency)
  return hasPriceRange ? t('product.list.from', { price: formattedPrice }) : formattedPrice
}

/** The stock, with a badge if it is low or out. */
function StockCell({
  row: { stock, trackStock },
  lowStockThreshold,
}: {
  row: ProductListRow
  lowStockThreshold: number
}) {
  const { t } = useTranslation()
  const format = useFormatters()
  if (!trackStock) return <span className={css.stock}>{t('product.list.notTracked')}</span>
  const level = getStockLevel(stock, lowStockThreshold)
  return (
    <span className={css.stock} data-stock={level}>
      {stock !== 0 && format.number(stock)}
      {level === 'out' && <StatusBadge tone="bad" label={t('product.list.outOfStock')} />}
      {level === 'low' && <StatusBadge tone="warn" label={t('product.list.lowStock')} />}
      {level === 'in' && <span className={css.unit}>{t('product.list.inStock')}</span>}
    </span>
  )
}

function getStockLevel(stock: number, lowStockThreshold: number): 'in' | 'low' | 'out' {
  if (stock <= 0) return 'out'
  return stock <= lowStockThreshold ? 'low' : 'in'
}

import { useTranslation } from 'react-i18next'
import { getSizedImageUrl } from '#contract/lib/image.ts'
import type { ProductRow } from '#contract/product.ts'
import { useFormatters } from '../lib/formatters.ts'
import { useCurrentStore } from '../lib/session/use-current-store.ts'
import type { ListColumn } from '../list/data-table.tsx'
import { EntityCell } from '../ui/page/entity-cell.tsx'
import { StatusBadge } from '../ui/page/status-badge.tsx'
import css from './product-columns.module.css'
import { productStatusTones } from './product-status-tones.ts'

export function useProductColumns(): ListColumn<ProductRow>[] {
  const { t } = useTranslation()
  const format = useFormatters()
  const store = useCurrentStore()
  const currency = store?.currency ?? 'USD'
  return [
    {
      key: 'title',
      label: t('product.list.product'),
      sort: 'title',
      render: row => (
        <EntityCell
          imageUrl={(row.image && getSizedImageUrl(row.image, 160)) || null}
          title={row.title}
          details={
            row.sku ||
            (row.variantCount > 1 && t('product.list.variants', { count: row.variantCount }))
          }
        />
      ),
    },
    {
      key: 'status',
      label: t('product.field.status'),
      phonePosition: 'side',
      width: 120,
      render: row => (
        <StatusBadge
          tone={productStatusTones[row.status]}
          isHollow={row.status === 'draft'}
          label={t(`product.status.${row.status}`)}
        />
      ),
    },
    {
      key: 'stock',
      label: t('product.field.stock'),
      sort: 'stock',
      isNumber: true,
      width: 150,
      render: row => <StockCell row={row} lowStockThreshold={store?.lowStockThreshold ?? 0} />,
    },
    {
      key: 'price',
      label: t('product.field.price'),
      sort: 'price',
      isNumber: true,
      width: 130,
      render: row => (
        <PriceCell
          row={row}
          price={format.money(row.price, currency)}
          compareAtPrice={
            row.compareAtPrice && row.compareAtPrice > row.price
              ? format.money(row.compareAtPrice, currency)
              : ''
          }
        />
      ),
    },
    {
      key: 'productType',
      label: t('product.field.productType'),
      minScreen: 'desktop',
      phonePosition: 'none',
      render: row => format.text(row.productType),
    },
    {
      key: 'vendor',
      label: t('product.field.vendor'),
      minScreen: 'desktop',
      phonePosition: 'none',
      render: row => format.text(row.vendor),
    },
    {
      key: 'sku',
      label: t('product.field.sku'),
      isOptional: true,
      minScreen: 'tablet',
      phonePosition: 'none',
      width: 130,
      render: row => format.text(row.sku),
    },
    {
      key: 'tags',
      label: t('product.field.tags'),
      isOptional: true,
      minScreen: 'tablet',
      phonePosition: 'none',
      render: row => format.text(row.tags.join(', ')),
    },
    {
      key: 'createdAt',
      label: t('product.list.created'),
      sort: 'createdAt',
      isOptional: true,
      minScreen: 'tablet',
      phonePosition: 'none',
      width: 130,
      render: row => (
        <span title={format.dateTime(row.createdAt)}>{format.relativeTime(row.createdAt)}</span>
      ),
    },
    {
      key: 'updatedAt',
      label: t('product.list.updated'),
      sort: 'updatedAt',
      isOptional: true,
      minScreen: 'tablet',
      phonePosition: 'none',
      width: 130,
      render: row => (
        <span title={format.dateTime(row.updatedAt)}>{format.relativeTime(row.updatedAt)}</span>
      ),
    },
  ]
}

function PriceCell({
  row,
  price,
  compareAtPrice,
}: {
  row: ProductRow
  price: string
  compareAtPrice: string
}) {
  const { t } = useTranslation()
  return (
    <>
      {compareAtPrice && <s className={css.compareAtPrice}>{compareAtPrice}</s>}
      {row.variantCount > 1 ? t('product.list.from', { price }) : price}
    </>
  )
}

/** The stock, with a badge if it is low or out. */
function StockCell({
  row: { stock, trackStock },
  lowStockThreshold,
}: {
  row: ProductRow
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

import { useTranslation } from 'react-i18next'
import { getSizedImageUrl } from '#contract/lib/image.ts'
import type { ProductRow } from '#contract/product.ts'
import { useFormat } from '../lib/format.ts'
import { useStore } from '../lib/session/use-store.ts'
import type { Column } from '../list/data-table.tsx'
import { StatusBadge } from '../ui/page/status-badge.tsx'
import { ThingCell } from '../ui/page/thing-cell.tsx'
import css from './product-columns.module.css'
import { statusTone } from './product-status.ts'

export function useProductColumns(): Column<ProductRow>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const store = useStore()
  const currency = store?.currency ?? 'USD'
  return [
    {
      key: 'title',
      label: t('product.list.product'),
      sort: 'title',
      render: row => (
        <ThingCell
          picture={(row.image && getSizedImageUrl(row.image, 160)) || null}
          title={row.title}
          line={
            row.sku ||
            (row.variantCount > 1 && t('product.list.variants', { count: row.variantCount }))
          }
        />
      ),
    },
    {
      key: 'status',
      label: t('product.field.status'),
      phone: 'side',
      width: 120,
      render: row => (
        <StatusBadge
          tone={statusTone[row.status]}
          hollow={row.status === 'draft'}
          label={t(`product.status.${row.status}`)}
        />
      ),
    },
    {
      key: 'stock',
      label: t('product.field.stock'),
      sort: 'stock',
      isNumber: true,
      width: 130,
      render: row => <StockCell row={row} lowAt={store?.lowStockAt ?? 0} />,
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
          before={
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
      from: 'desktop',
      phone: 'none',
      render: row => format.text(row.productType),
    },
    {
      key: 'vendor',
      label: t('product.field.vendor'),
      from: 'desktop',
      phone: 'none',
      render: row => format.text(row.vendor),
    },
    {
      key: 'sku',
      label: t('product.field.sku'),
      isExtra: true,
      from: 'tablet',
      phone: 'none',
      width: 130,
      render: row => format.text(row.sku),
    },
    {
      key: 'tags',
      label: t('product.field.tags'),
      isExtra: true,
      from: 'tablet',
      phone: 'none',
      render: row => format.text(row.tags.join(', ')),
    },
    {
      key: 'createdAt',
      label: t('product.list.created'),
      sort: 'createdAt',
      isExtra: true,
      from: 'tablet',
      phone: 'none',
      width: 130,
      render: row => (
        <span title={format.dateTime(row.createdAt)}>{format.ago(row.createdAt)}</span>
      ),
    },
    {
      key: 'updatedAt',
      label: t('product.list.updated'),
      sort: 'updatedAt',
      isExtra: true,
      from: 'tablet',
      phone: 'none',
      width: 130,
      render: row => (
        <span title={format.dateTime(row.updatedAt)}>{format.ago(row.updatedAt)}</span>
      ),
    },
  ]
}

function PriceCell({ row, price, before }: { row: ProductRow; price: string; before: string }) {
  const { t } = useTranslation()
  return (
    <>
      {before && <s className={css.before}>{before}</s>}
      {row.variantCount > 1 ? t('product.list.from', { price }) : price}
    </>
  )
}

/** What is left, in words where it needs attention, so that colour is not all that says so. */
function StockCell({ row: { stock, trackStock }, lowAt }: { row: ProductRow; lowAt: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (!trackStock) return <span className={css.stock}>{t('product.list.uncounted')}</span>
  const level = stock <= 0 ? 'out' : stock <= lowAt ? 'low' : 'in'
  return (
    <span className={css.stock} data-level={level}>
      {level === 'out' && stock === 0 ? t('product.list.out') : format.number(stock)}
      {level === 'low' && <small>{t('product.list.low')}</small>}
      {level === 'in' && <span className={css.unit}>{t('product.list.inStock')}</span>}
    </span>
  )
}

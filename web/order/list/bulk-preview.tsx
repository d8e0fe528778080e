import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { maxBulkRows } from '#contract/lib/call/bulk.ts'
import {
  type OrderBulkAction,
  type OrderBulkPreview,
  orderBulkPreviewApi,
} from '#contract/order/order-bulk-preview.ts'
import { queryOptionsFor } from '../../lib/call/api.ts'
import { type BulkTarget, toSelectionBody } from '../../lib/call/use-bulk-action.ts'
import { useFormatters } from '../../lib/formatters.ts'
import { SkippedRows } from '../../list/bulk-outcome-alert.tsx'
import css from './order-list.module.css'

/** The names that a dialog shows of the skipped orders with one reason. */
const maxNames = 5

/** Reads what an action would do with the selected orders. */
export const useBulkPreview = (action: OrderBulkAction, { selection }: BulkTarget) =>
  useQuery({
    ...queryOptionsFor(orderBulkPreviewApi.previewBulk, {
      body: { ...toSelectionBody(selection), action },
    }),
    // Other users can change the orders.
    gcTime: 0,
    retry: false,
  })

/** Whether the dialog can be confirmed: it is checked, and orders change. A failed check blocks nothing. */
export const canConfirm = ({ data, isError }: ReturnType<typeof useBulkPreview>): boolean =>
  isError || (data !== undefined && (data.changed > 0 || data.isPartial))

/** Says how many orders an action changes and skips, and why. */
export function BulkPreview({ preview }: { preview: ReturnType<typeof useBulkPreview> }) {
  const { t } = useTranslation()
  return (
    <div role="status" className={css.preview}>
      {preview.data ? (
        <PreviewText preview={preview.data} />
      ) : (
        <p>{preview.isError ? t('orderBulk.skippedText') : t('ui.list.loading')}</p>
      )}
    </div>
  )
}

function PreviewText({ preview }: { preview: OrderBulkPreview }) {
  const { t } = useTranslation()
  const format = useFormatters()
  const { changed, unchanged, skipped, isPartial, unpaid } = preview
  const toParams = (count: number) => ({ count, n: format.number(count) })
  return (
    <>
      {isPartial && <p>{t('orderBulk.preview.partial', { n: format.number(maxBulkRows) })}</p>}
      <p>
        <strong>
          {changed > 0
            ? t('orderBulk.preview.changed', toParams(changed))
            : t('orderBulk.preview.noneChanged')}
        </strong>
      </p>
      {unchanged > 0 && <p>{t('orderBulk.preview.unchanged', toParams(unchanged))}</p>}
      <SkippedOrders rows={skipped} />
      {unpaid > 0 && (
        <p>
          <strong>{t('order.bulk.unpaid', toParams(unpaid))}</strong> {t('order.bulk.unpaidText')}
        </p>
      )}
    </>
  )
}

/** Says how many orders an action skips, and why. */
export function SkippedOrders({ rows }: { rows: OrderBulkPreview['skipped'] }) {
  const { t } = useTranslation()
  const format = useFormatters()
  if (rows.length === 0) return null
  return (
    <div>
      <p>{t('orderBulk.preview.skipped', { count: rows.length, n: format.number(rows.length) })}</p>
      <SkippedRows rows={rows} maxNames={maxNames} />
    </div>
  )
}

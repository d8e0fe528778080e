import { Button, Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
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
import { errorMessage } from '../../lib/page/toast.ts'
import { SkippedRows } from '../../list/bulk-outcome-alert.tsx'
import css from './order-list.module.css'

/** The names that a dialog shows of the skipped orders with one reason. */
const maxNames = 5

type PreviewQuery = ReturnType<typeof useBulkPreview>

/** Reads what an action would do with the selected orders, of which one request checks the first 1,000. */
export function useBulkPreview(action: OrderBulkAction, { selection, isBusy }: BulkTarget) {
  const ids = 'ids' in selection ? selection.ids : []
  const isCut = ids.length > maxBulkRows
  const rows = toSelectionBody(isCut ? { ids: ids.slice(0, maxBulkRows) } : selection)
  return useQuery({
    ...queryOptionsFor(orderBulkPreviewApi.previewBulk, { body: { ...rows, action } }),
    select: preview => (isCut ? { ...preview, isPartial: true } : preview),
    // Each dialog checks again, and so does a change by another user, but not that of the dialog itself.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    retry: false,
    ...(isBusy && { enabled: false, placeholderData: keepPreviousData }),
  })
}

/** Whether the dialog can be confirmed: the orders are checked, and some may change. */
export const canConfirm = ({ data, isError }: PreviewQuery): boolean =>
  !isError && data !== undefined && (data.changed > 0 || data.isPartial)

/** Says how many orders an action changes and skips, and why. */
export const BulkPreview = ({ preview }: { preview: PreviewQuery }) => (
  <div role="status" className={css.preview}>
    <PreviewContent preview={preview} />
  </div>
)

function PreviewContent({ preview }: { preview: PreviewQuery }) {
  const { t } = useTranslation()
  if (preview.isError) return <PreviewError preview={preview} />
  return preview.data ? <PreviewText preview={preview.data} /> : <p>{t('ui.list.loading')}</p>
}

function PreviewError({ preview }: { preview: PreviewQuery }) {
  const { t } = useTranslation()
  return (
    <>
      <p>{errorMessage(preview.error, t('ui.error.title'))}</p>
      <div>
        <Button
          variant="default"
          size="compact-sm"
          loading={preview.isFetching}
          onClick={() => void preview.refetch()}
        >
          {t('ui.error.retry')}
        </Button>
      </div>
    </>
  )
}

function PartialText() {
  const { t } = useTranslation()
  const format = useFormatters()
  return <p>{t('orderBulk.preview.partial', { n: format.number(maxBulkRows) })}</p>
}

function PreviewText({ preview }: { preview: OrderBulkPreview }) {
  const { t } = useTranslation()
  const format = useFormatters()
  const { changed, unchanged, skipped, isPartial, unpaid } = preview
  const toParams = (count: number) => ({ count, n: format.number(count) })
  return (
    <>
      {isPartial && <PartialText />}
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

/** Says which orders an action skips, for a dialog whose other effects depend on its fields. */
export const SkippedPreview = ({ preview: { data } }: { preview: PreviewQuery }) => (
  <Stack gap="xs" role="status" className={css.dialog}>
    {data?.isPartial && <PartialText />}
    {data && <SkippedOrders rows={data.skipped} />}
  </Stack>
)

/** Says how many orders an action skips, and why. */
function SkippedOrders({ rows }: { rows: OrderBulkPreview['skipped'] }) {
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

import { useTranslation } from 'react-i18next'
import { orderArchiveApi } from '#contract/order/order-archive.ts'
import { type BulkTarget, useBulkAction } from '../../lib/call/use-bulk-action.ts'
import { useFormatters } from '../../lib/formatters.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'

/** Archives the selected orders, after it has explained what that means. */
export function BulkArchiveDialog({
  selection,
  onClose,
}: {
  selection: BulkTarget
  onClose: () => void
}) {
  const { t } = useTranslation()
  const format = useFormatters()
  const updateArchived = useBulkAction(
    orderArchiveApi.bulkUpdateArchived,
    selection,
    'ordersUpdated',
  )
  return (
    <ConfirmDialog
      isOpen
      title={t('orderBulk.archiveTitle', {
        count: selection.count,
        n: format.number(selection.count),
      })}
      confirmLabel={t('order.archive.archiveAll')}
      isBusy={updateArchived.isPending}
      onConfirm={() => updateArchived.mutate({ isArchived: true }, { onSettled: onClose })}
      onClose={onClose}
    >
      {t('orderBulk.archiveText')}
    </ConfirmDialog>
  )
}

import { useTranslation } from 'react-i18next'
import { orderArchiveApi } from '#contract/order/order-archive.ts'
import { type BulkTarget, useBulkAction } from '../../lib/call/use-bulk-action.ts'
import { useFormatters } from '../../lib/formatters.ts'
import { BulkOrderDialog } from './bulk-order-dialog.tsx'

type Props = { selection: BulkTarget; onClose: () => void }

/** Archives the selected orders, after it has explained what that means. */
export function BulkArchiveDialog({ selection, onClose }: Props) {
  const { t } = useTranslation()
  const format = useFormatters()
  const updateArchived = useBulkAction(
    orderArchiveApi.bulkUpdateArchived,
    selection,
    'orderBulk.success.archived',
  )
  return (
    <BulkOrderDialog
      action="archived"
      selection={selection}
      title={t('orderBulk.archiveTitle', {
        count: selection.count,
        n: format.number(selection.count),
      })}
      confirmLabel={t('order.archive.archiveAll')}
      isBusy={updateArchived.isPending}
      onConfirm={() => updateArchived.mutate({ isArchived: true }, { onSettled: onClose })}
      onClose={onClose}
    >
      <p>{t('orderBulk.archiveText')}</p>
    </BulkOrderDialog>
  )
}

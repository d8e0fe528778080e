import { useTranslation } from 'react-i18next'
import { orderArchiveApi } from '#contract/order/order-archive.ts'
import { type BulkTarget, useBulkAction } from '../../lib/call/use-bulk-action.ts'
import { useFormatters } from '../../lib/formatters.ts'
import { BulkOrderDialog } from './bulk-order-dialog.tsx'

type Props = { selection: BulkTarget; onClose: () => void }

/** Deletes the selected drafts. */
export function BulkDeleteDraftsDialog({ selection, onClose }: Props) {
  const { t } = useTranslation()
  const format = useFormatters()
  const deleteDrafts = useBulkAction(
    orderArchiveApi.bulkDeleteDrafts,
    selection,
    'orderBulk.success.draftsDeleted',
  )
  return (
    <BulkOrderDialog
      action="deleted"
      selection={selection}
      title={t('order.draft.deleteAllTitle', {
        count: selection.count,
        n: format.number(selection.count),
      })}
      confirmLabel={t('order.draft.deleteAll')}
      isDangerous
      isBusy={deleteDrafts.isPending}
      onConfirm={() => deleteDrafts.mutate({}, { onSettled: onClose })}
      onClose={onClose}
    >
      <p>{t('order.draft.deleteText')}</p>
    </BulkOrderDialog>
  )
}

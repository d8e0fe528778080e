import { orderApi } from '#contract/order/order.ts'
import { type BulkTarget, useBulkAction } from '../../lib/call/use-bulk-action.ts'
import { BulkTagsDialog } from '../../list/bulk-tags-dialog.tsx'
import { SkippedPreview, useBulkPreview } from './bulk-preview.tsx'

type Props = { selection: BulkTarget; onClose: () => void }

/** Adds tags to the selected orders and removes others. */
export function BulkOrderTagsDialog({ selection, onClose }: Props) {
  const preview = useBulkPreview('tagged', selection)
  const updateTags = useBulkAction(orderApi.bulkUpdateTags, selection, ({ add }) =>
    add?.length ? 'orderBulk.success.tagged' : 'orderBulk.success.untagged',
  )
  return (
    <BulkTagsDialog
      count={selection.count}
      hint={<SkippedPreview preview={preview} />}
      isBusy={updateTags.isPending}
      onClose={onClose}
      onApply={change => updateTags.mutate(change, { onSettled: onClose })}
    />
  )
}

import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { customerApi } from '#contract/customer/customer.ts'
import { type BulkTarget, useBulkAction } from '../lib/call/use-bulk-action.ts'
import { useFormatters } from '../lib/formatters.ts'
import { usePermission } from '../lib/session/permission-gate.tsx'
import { BulkDeleteButton } from '../list/bulk-delete-button.tsx'
import { BulkTagsDialog } from '../list/bulk-tags-dialog.tsx'

/** Buttons that change or delete the selected customers. */
export function CustomerBulkActions({
  selection,
  knownTags,
}: {
  selection: BulkTarget
  knownTags: readonly string[]
}) {
  const { t } = useTranslation()
  const format = useFormatters()
  const tags = useBulkAction(
    customerApi.bulkUpdateTags,
    selection,
    'ui.bulk.success.customersUpdated',
  )
  const remove = useBulkAction(
    customerApi.bulkDelete,
    selection,
    'ui.bulk.success.customersDeleted',
  )
  const { count, isBusy } = selection
  const [isTagging, setTagging] = useState(false)
  const closeTags = () => setTagging(false)
  if (!usePermission('customer:write')) return null
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        disabled={isBusy}
        onClick={() => setTagging(true)}
      >
        {t('ui.bulk.tags')}
      </Button>
      <BulkDeleteButton
        selection={selection}
        title={t('customer.bulk.deleteTitle', { count, n: format.number(count) })}
        remove={remove}
      >
        {t('customer.bulk.deleteText')}
      </BulkDeleteButton>
      {isTagging && (
        <BulkTagsDialog
          count={selection.count}
          suggestions={knownTags}
          isBusy={tags.isPending}
          onClose={closeTags}
          onApply={change => tags.mutate(change, { onSettled: closeTags })}
        />
      )}
    </>
  )
}

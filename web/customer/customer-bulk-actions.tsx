import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { customerApi } from '#contract/customer.ts'
import { type BulkTarget, useBulkAction } from '../lib/call/use-bulk-action.ts'
import { useFormatters } from '../lib/formatters.ts'
import { usePermission } from '../lib/session/permission-gate.tsx'
import { BulkTagsDialog } from '../list/bulk-tags-dialog.tsx'
import { ConfirmDialog } from '../ui/page/confirm-dialog.tsx'

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
  const tags = useBulkAction(customerApi.bulkUpdateTags, selection, 'customersUpdated')
  const remove = useBulkAction(customerApi.bulkDelete, selection, 'customersDeleted')
  const [openDialog, setOpenDialog] = useState<'tags' | 'delete'>()
  const close = () => setOpenDialog(undefined)
  if (!usePermission('customer:write')) return null
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        disabled={selection.isBusy}
        onClick={() => setOpenDialog('tags')}
      >
        {t('ui.bulk.tags')}
      </Button>
      <Button
        variant="light"
        color="red"
        size="compact-sm"
        disabled={selection.isBusy}
        onClick={() => setOpenDialog('delete')}
      >
        {t('ui.form.delete')}
      </Button>
      {openDialog === 'tags' && (
        <BulkTagsDialog
          suggestions={knownTags}
          isBusy={tags.isPending}
          onClose={close}
          onApply={change => tags.mutate(change, { onSettled: close })}
        />
      )}
      <ConfirmDialog
        isOpen={openDialog === 'delete'}
        title={t('customer.bulk.deleteTitle', {
          count: selection.count,
          n: format.number(selection.count),
        })}
        confirmLabel={t('ui.form.delete')}
        isDangerous
        isBusy={remove.isPending}
        onClose={close}
        onConfirm={() => remove.mutate({}, { onSettled: close })}
      >
        {t('customer.bulk.deleteText')}
      </ConfirmDialog>
    </>
  )
}

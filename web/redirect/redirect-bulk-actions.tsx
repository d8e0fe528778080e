import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { redirectApi } from '#contract/redirect.ts'
import { type BulkTarget, useBulkAction } from '../lib/call/use-bulk-action.ts'
import { useFormatters } from '../lib/formatters.ts'
import { ConfirmDialog } from '../ui/page/confirm-dialog.tsx'

/** A button that deletes the selected redirects. */
export function RedirectBulkActions({ selection }: { selection: BulkTarget }) {
  const { t } = useTranslation()
  const format = useFormatters()
  const remove = useBulkAction(redirectApi.bulkDelete, selection, 'redirectsDeleted')
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button
        variant="light"
        color="red"
        size="compact-sm"
        disabled={selection.isBusy}
        onClick={() => setOpen(true)}
      >
        {t('ui.form.delete')}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        title={t('redirect.bulk.deleteTitle', {
          count: selection.count,
          n: format.number(selection.count),
        })}
        confirmLabel={t('ui.form.delete')}
        isDangerous
        isBusy={remove.isPending}
        onClose={close}
        onConfirm={() => remove.mutate({}, { onSettled: close })}
      >
        {t('redirect.bulk.deleteText')}
      </ConfirmDialog>
    </>
  )
}

import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CategoryStatus, categoryApi } from '#contract/product/category.ts'
import { type BulkTarget, useBulkAction } from '../lib/call/use-bulk-action.ts'
import { useFormatters } from '../lib/formatters.ts'
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx'

/** Buttons that change or delete the selected categories. */
export function CategoryBulkActions({ selection }: { selection: BulkTarget }) {
  const { t } = useTranslation()
  const format = useFormatters()
  const setStatus = useBulkAction(
    categoryApi.bulkUpdateStatus,
    selection,
    'ui.bulk.success.categoriesUpdated',
  )
  const remove = useBulkAction(
    categoryApi.bulkDelete,
    selection,
    'ui.bulk.success.categoriesDeleted',
  )
  const [isConfirmOpen, setConfirmOpen] = useState(false)
  return (
    <>
      {CategoryStatus.options.map(status => (
        <Button
          key={status}
          variant="default"
          size="compact-sm"
          disabled={selection.isBusy}
          loading={setStatus.isPending && setStatus.variables?.status === status}
          onClick={() => setStatus.mutate({ status })}
        >
          {t(`category.bulk.${status}`)}
        </Button>
      ))}
      <Button
        variant="light"
        color="red"
        size="compact-sm"
        disabled={selection.isBusy}
        onClick={() => setConfirmOpen(true)}
      >
        {t('category.bulk.delete')}
      </Button>
      <ConfirmDialog
        isOpen={isConfirmOpen}
        title={t('category.bulk.deleteTitle', {
          count: selection.count,
          n: format.number(selection.count),
        })}
        confirmLabel={t('category.bulk.delete')}
        isDangerous
        isBusy={remove.isPending}
        onClose={() => setConfirmOpen(false)}
        onConfirm={() => remove.mutate({}, { onSettled: () => setConfirmOpen(false) })}
      >
        {t('category.bulk.deleteText')}
      </ConfirmDialog>
    </>
  )
}

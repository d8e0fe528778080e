import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CategoryStatus, categoryApi } from '#contract/category.ts'
import { type Chosen, useBulk } from '../lib/call/use-bulk.ts'
import { useFormat } from '../lib/format.ts'
import { ConfirmDialog } from '../ui/page/confirm-dialog.tsx'

/** What can be done with the chosen categories. */
export function CategoryBulk({ chosen }: { chosen: Chosen }) {
  const { t } = useTranslation()
  const format = useFormat()
  const setStatus = useBulk(categoryApi.bulkUpdateStatus, chosen)
  const remove = useBulk(categoryApi.bulkDelete, chosen, { isRemoval: true })
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      {CategoryStatus.options.map(status => (
        <Button
          key={status}
          variant="default"
          size="compact-sm"
          disabled={chosen.isBusy}
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
        disabled={chosen.isBusy}
        onClick={() => setAsking(true)}
      >
        {t('category.bulk.delete')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('category.bulk.deleteTitle', {
          count: chosen.count,
          n: format.number(chosen.count),
        })}
        action={t('category.bulk.delete')}
        isDangerous
        isBusy={remove.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate({}, { onSettled: () => setAsking(false) })}
      >
        {t('category.bulk.deleteText')}
      </ConfirmDialog>
    </>
  )
}

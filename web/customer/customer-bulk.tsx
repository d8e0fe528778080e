import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { customerApi } from '#contract/customer.ts'
import { type Chosen, useBulk } from '../lib/call/use-bulk.ts'
import { useFormat } from '../lib/format.ts'
import { useCan } from '../lib/session/can.tsx'
import { BulkTags } from '../list/bulk-tags.tsx'
import { ConfirmDialog } from '../ui/page/confirm-dialog.tsx'

/** What can be done with the chosen customers. */
export function CustomerBulk({
  chosen,
  knownTags,
}: {
  chosen: Chosen
  knownTags: readonly string[]
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const tags = useBulk(customerApi.bulkUpdateTags, chosen)
  const remove = useBulk(customerApi.bulkDelete, chosen, { isRemoval: true })
  const [asked, setAsked] = useState<'tags' | 'delete'>()
  const close = () => setAsked(undefined)
  if (!useCan('customer:write')) return null
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        disabled={chosen.isBusy}
        onClick={() => setAsked('tags')}
      >
        {t('ui.bulk.tags')}
      </Button>
      <Button
        variant="light"
        color="red"
        size="compact-sm"
        disabled={chosen.isBusy}
        onClick={() => setAsked('delete')}
      >
        {t('ui.form.delete')}
      </Button>
      {asked === 'tags' && (
        <BulkTags
          known={knownTags}
          isBusy={tags.isPending}
          onClose={close}
          onApply={change => tags.mutate(change, { onSettled: close })}
        />
      )}
      <ConfirmDialog
        isOpen={asked === 'delete'}
        title={t('customer.bulk.deleteTitle', {
          count: chosen.count,
          n: format.number(chosen.count),
        })}
        action={t('ui.form.delete')}
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

import { ActionIcon } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type OrderFile, orderFileApi } from '#contract/order/file/order-file.ts'
import { useRouteMutation } from '../../lib/call/api.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'

/** Deletes a file of an order after a confirmation. */
export function DeleteFileButton({ file: { _id, fileName } }: { file: OrderFile }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const remove = useRouteMutation(orderFileApi.deleteFile)
  const close = () => setOpen(false)
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('orderFile.deleteNamed', { name: fileName })}
        onClick={() => setOpen(true)}
      >
        <IconTrash size={16} stroke={1.75} />
      </ActionIcon>
      <ConfirmDialog
        isOpen={isOpen}
        title={t('orderFile.deleteTitle', { name: fileName })}
        confirmLabel={t('orderFile.delete')}
        isDangerous
        isBusy={remove.isPending}
        onClose={close}
        onConfirm={() => remove.mutate({ params: { id: _id } }, { onSettled: close })}
      >
        {t('orderFile.deleteText')}
      </ConfirmDialog>
    </>
  )
}

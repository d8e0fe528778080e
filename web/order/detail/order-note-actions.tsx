import { Anchor } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { OrderNote } from '#contract/order/order-input.ts'
import { orderNoteApi } from '#contract/order/order-note.ts'
import type { OrderEvent } from '#contract/order/order-part.ts'
import { useRouteMutation } from '../../lib/call/api.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { TextareaField } from '../../ui/field/text-field.tsx'
import { ModalForm } from '../../ui/form/modal-form.tsx'

/** Links that edit and delete a note of the timeline. */
export function OrderNoteActions({ event }: { event: OrderEvent }) {
  const { t } = useTranslation()
  const [openDialog, setOpenDialog] = useState<'edit' | 'delete'>()
  const remove = useRouteMutation(orderNoteApi.deleteNote)
  const close = () => setOpenDialog(undefined)
  return (
    <>
      <Anchor component="button" type="button" size="xs" onClick={() => setOpenDialog('edit')}>
        {t('order.timeline.edit')}
      </Anchor>
      {' · '}
      <Anchor component="button" type="button" size="xs" onClick={() => setOpenDialog('delete')}>
        {t('order.timeline.delete')}
      </Anchor>
      {openDialog === 'edit' && <OrderNoteDialog event={event} onClose={close} />}
      <ConfirmDialog
        isOpen={openDialog === 'delete'}
        title={t('order.timeline.deleteTitle')}
        confirmLabel={t('order.timeline.delete')}
        isDangerous
        isBusy={remove.isPending}
        onClose={close}
        onConfirm={() => remove.mutate({ params: { id: event._id } }, { onSettled: close })}
      >
        {t('order.timeline.deleteText')}
      </ConfirmDialog>
    </>
  )
}

function OrderNoteDialog({ event, onClose }: { event: OrderEvent; onClose: () => void }) {
  const { t } = useTranslation()
  const update = useRouteMutation(orderNoteApi.updateNote)
  const form = useContractForm(OrderNote, {
    values: { text: String(event.data['text'] ?? '') },
    onSave: async body => {
      await update.mutateAsync({ params: { id: event._id }, body })
      onClose()
    },
  })
  return (
    <ModalForm
      form={form}
      title={t('order.timeline.edit')}
      saveLabel={t('ui.form.save')}
      onClose={onClose}
    >
      <TextareaField form={form} name="text" label={t('order.timeline.note')} rows={4} />
    </ModalForm>
  )
}

import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { Order } from '#contract/order/order.ts'
import { orderArchiveApi } from '#contract/order/order-archive.ts'
import { useRouteMutation } from '../../lib/call/api.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'

type Props = { order: Order; isOpen: boolean; onClose: () => void }

/** Deletes a draft after a confirmation, and opens the list. */
export function DeleteDraftDialog({ order: { _id, number }, isOpen, onClose }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const remove = useRouteMutation(orderArchiveApi.deleteDraft)
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t('order.draft.deleteTitle', { number })}
      confirmLabel={t('order.draft.delete')}
      isDangerous
      isBusy={remove.isPending}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(
          { params: { id: _id } },
          { onSuccess: () => void navigate('/apps/order/list?view=drafts'), onError: onClose },
        )
      }
    >
      {t('order.draft.deleteText')}
    </ConfirmDialog>
  )
}

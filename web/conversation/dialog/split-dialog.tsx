import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { conversationApi } from '#contract/desk/conversation.ts'
import { useRouteMutation } from '../../lib/call/api.ts'
import { getRecordPath } from '../../lib/navigation/record-paths.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'

type Props = { conversationId: string; messageId: string; onClose: () => void }

/** Moves a message and all later ones into a new conversation, and opens it. */
export function SplitDialog({ conversationId: id, messageId, onClose }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const split = useRouteMutation(conversationApi.split)
  return (
    <ConfirmDialog
      isOpen
      title={t('conversation.split')}
      confirmLabel={t('conversation.split')}
      isBusy={split.isPending}
      onClose={onClose}
      onConfirm={() =>
        split.mutate(
          { params: { id }, body: { message: messageId } },
          {
            onSuccess: ({ _id }) => {
              onClose()
              void navigate(getRecordPath('conversation', _id))
            },
          },
        )
      }
    >
      {t('conversation.splitText')}
    </ConfirmDialog>
  )
}

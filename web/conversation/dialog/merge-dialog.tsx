import { Modal, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import {
  type Conversation,
  type ConversationRow,
  conversationApi,
} from '#contract/desk/conversation.ts'
import { Id } from '#contract/lib/schemas.ts'
import { formatEmail } from '#contract/lib/text/readable-domain.ts'
import { listOptionsFor, useRouteMutation } from '../../lib/call/api.ts'
import { useFormatters } from '../../lib/formatters.ts'
import { getRecordPath } from '../../lib/navigation/record-paths.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { useOpenDialog } from '../../ui/dialog/use-open-dialog.ts'
import { SelectField } from '../../ui/field/choice-field.tsx'
import { ModalForm } from '../../ui/form/modal-form.tsx'

const MergeForm = z.object({ into: Id })

type Props = { conversation: Conversation; onClose: () => void }

/** Moves the messages of a conversation into another one with the same person. */
export function MergeDialog({ conversation, onClose }: Props) {
  const { _id: id, email } = conversation
  const list = useQuery(listOptionsFor(conversationApi.list, { email, perPage: 50 })).data
  const others = list?.items.filter(({ _id, channel }) => _id !== id && channel !== 'team')
  if (!others) return null
  const [newest] = others
  return newest ? (
    <MergeIntoDialog id={id} newest={newest} others={others} onClose={onClose} />
  ) : (
    <NoTargetDialog email={email} onClose={onClose} />
  )
}

function NoTargetDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Modal {...useOpenDialog(onClose)} title={t('conversation.merge')} size="md">
      <Text>{t('conversation.mergeNone', { email: formatEmail(email) })}</Text>
    </Modal>
  )
}

function MergeIntoDialog({
  id,
  newest,
  others,
  onClose,
}: {
  id: string
  newest: ConversationRow
  others: readonly ConversationRow[]
  onClose: () => void
}) {
  const { t } = useTranslation()
  const format = useFormatters()
  const navigate = useNavigate()
  const merge = useRouteMutation(conversationApi.merge)
  const form = useContractForm(MergeForm, {
    values: { into: newest._id },
    onSave: async body => {
      await merge.mutateAsync({ params: { id }, body })
      await navigate(getRecordPath('conversation', body.into), { replace: true })
      onClose()
    },
  })
  return (
    <ModalForm
      form={form}
      title={t('conversation.merge')}
      saveLabel={t('conversation.merge')}
      onClose={onClose}
    >
      <Text c="dimmed">{t('conversation.mergeText')}</Text>
      <SelectField
        form={form}
        name="into"
        label={t('conversation.mergeTarget')}
        options={others.map(({ _id, subject, lastText, lastMessageAt }) => ({
          value: _id,
          label: format.parts(
            [subject || lastText || t('conversation.noSubject'), format.date(lastMessageAt)],
            ' · ',
          ),
        }))}
      />
    </ModalForm>
  )
}

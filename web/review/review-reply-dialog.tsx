import { useTranslation } from 'react-i18next'
import { type Review, ReviewReply, reviewApi } from '#contract/product/review.ts'
import { useRouteMutation } from '../lib/call/api.ts'
import { useContractForm } from '../lib/use-contract-form.ts'
import { TextareaField } from '../ui/field/text-field.tsx'
import { ModalForm } from '../ui/form/modal-form.tsx'

type Props = { review: Review; onClose: () => void }

/** The reply that shoppers see below a review. */
export function ReviewReplyDialog({ review: { _id: id, reply }, onClose }: Props) {
  const { t } = useTranslation()
  const save = useRouteMutation(reviewApi.reply)
  const form = useContractForm(ReviewReply, {
    values: { reply },
    can: 'product:write',
    onSave: async body => {
      await save.mutateAsync({ params: { id }, body })
      onClose()
    },
  })
  return (
    <ModalForm
      form={form}
      title={t('review.reply.action')}
      saveLabel={t('review.reply.save')}
      onClose={onClose}
    >
      <TextareaField
        form={form}
        name="reply"
        label={t('review.reply.text')}
        description={t('review.reply.hint')}
        rows={5}
      />
    </ModalForm>
  )
}

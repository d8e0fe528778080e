import { useTranslation } from 'react-i18next'
import { type Review, ReviewAnswer, reviewApi } from '#contract/product/review.ts'
import { useRouteMutation } from '../lib/call/api.ts'
import { useContractForm } from '../lib/use-contract-form.ts'
import { TextareaField } from '../ui/field/text-field.tsx'
import { ModalForm } from '../ui/form/modal-form.tsx'

type Props = { review: Review; onClose: () => void }

/** The answer that shoppers see below a review. */
export function ReviewAnswerDialog({ review: { _id: id, answer }, onClose }: Props) {
  const { t } = useTranslation()
  const save = useRouteMutation(reviewApi.answer)
  const form = useContractForm(ReviewAnswer, {
    values: { answer },
    can: 'product:write',
    onSave: async body => {
      await save.mutateAsync({ params: { id }, body })
      onClose()
    },
  })
  return (
    <ModalForm
      form={form}
      title={t('review.answer.action')}
      saveLabel={t('review.answer.save')}
      onClose={onClose}
    >
      <TextareaField
        form={form}
        name="answer"
        label={t('review.answer.text')}
        description={t('review.answer.hint')}
        rows={5}
      />
    </ModalForm>
  )
}

import { useTranslation } from 'react-i18next'
import { type Order, orderApi } from '#contract/order/order.ts'
import { ReturnDecision } from '#contract/order/order-input.ts'
import { useRouteMutation } from '../../lib/call/api.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { TextareaField } from '../../ui/field/text-field.tsx'
import { ModalForm } from '../../ui/form/modal-form.tsx'

const ReturnFormSchema = ReturnDecision.pick({ answer: true })

/** Accepts or declines a return. */
export function OrderReturnDialog({
  order,
  returnId,
  status,
  onClose,
}: {
  order: Order
  returnId: string
  status: 'accepted' | 'declined'
  onClose: () => void
}) {
  const { t } = useTranslation()
  const send = useRouteMutation(orderApi.decideReturn)
  const form = useContractForm(ReturnFormSchema, {
    values: { answer: '' },
    onSave: async ({ answer }) => {
      await send.mutateAsync({
        params: { id: order._id },
        body: { return: returnId, status, answer },
      })
      onClose()
    },
  })
  const verb = status === 'accepted' ? 'accept' : 'decline'
  return (
    <ModalForm
      form={form}
      title={t(`order.return.${verb}Title`, { number: order.number })}
      saveLabel={t(`order.return.${verb}`)}
      onClose={onClose}
    >
      <TextareaField
        form={form}
        name="answer"
        label={t('order.return.answer')}
        description={t('order.return.answerHint')}
      />
    </ModalForm>
  )
}

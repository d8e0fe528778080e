import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { Order } from '#contract/order/order.ts'
import { orderChangeApi, UpdateReturn } from '#contract/order/order-change.ts'
import type { OrderReturn } from '#contract/order/order-part.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { SwitchField } from '../../ui/field/choice-field.tsx'
import { TextareaField } from '../../ui/field/text-field.tsx'
import { ModalForm } from '../../ui/form/modal-form.tsx'
import { ChangePreview } from '../change/order-change-summary.tsx'
import { useOrderMutation } from '../change/use-order-mutation.ts'

const DecisionForm = z.object({ change: UpdateReturn })

/** Accepts or declines a return or a claim. */
export function OrderReturnDialog({
  order,
  orderReturn,
  status,
  onClose,
}: {
  order: Order
  orderReturn: OrderReturn
  status: 'accepted' | 'declined'
  onClose: () => void
}) {
  const { t } = useTranslation()
  const send = useOrderMutation(orderChangeApi.applyChange)
  const form = useContractForm(DecisionForm, {
    values: {
      change: {
        kind: 'updateReturn',
        return: orderReturn._id,
        status,
        answer: '',
        isNotified: true,
      },
    },
    onSave: async body => {
      await send.mutateAsync({
        params: { id: order._id },
        body: { ...body, version: order.version },
      })
      onClose()
    },
  })
  const verb = status === 'accepted' ? 'accept' : 'decline'
  return (
    <ModalForm
      form={form}
      title={t(`order.${orderReturn.kind}.${verb}Title`, { number: order.number })}
      saveLabel={t(`order.${orderReturn.kind}.${verb}`)}
      onClose={onClose}
    >
      <TextareaField
        form={form}
        name="change.answer"
        label={t('order.return.answer')}
        description={t('order.return.answerHint')}
      />
      <SwitchField form={form} name="change.isNotified" label={t('order.change.notify')} />
      <ChangePreview order={order} change={DecisionForm.safeParse(form.values).data?.change} />
    </ModalForm>
  )
}

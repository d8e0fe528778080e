import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { Order } from '#contract/order/order.ts'
import { orderChangeApi } from '#contract/order/order-change.ts'
import { SetReturnDeadline } from '#contract/order/order-input.ts'
import type { OrderReturn } from '#contract/order/order-part.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { DayField } from '../../ui/date/day-input.tsx'
import { SwitchField } from '../../ui/field/choice-field.tsx'
import { ModalForm } from '../../ui/form/modal-form.tsx'
import { EmailChoice } from '../change/email-choice.tsx'
import { ChangePreview } from '../change/order-change-summary.tsx'
import { useOrderMutation } from '../change/use-order-mutation.ts'

const DeadlineForm = z.object({ change: SetReturnDeadline })

/** Sets the last day on which the customer sends an accepted return back. */
export function ReturnDeadlineDialog({
  order,
  orderReturn: { _id, number, sendBackBy },
  onClose,
}: {
  order: Order
  orderReturn: OrderReturn
  onClose: () => void
}) {
  const { t } = useTranslation()
  const send = useOrderMutation(orderChangeApi.applyChange)
  const form = useContractForm(DeadlineForm, {
    values: {
      change: { kind: 'setReturnDeadline', return: _id, sendBackBy, isNotified: true },
    },
    onSave: async body => {
      await send.mutateAsync({
        params: { id: order._id },
        body: { ...body, version: order.version },
      })
      onClose()
    },
  })
  const parsed = DeadlineForm.safeParse(form.values)
  return (
    <ModalForm
      form={form}
      title={t('orderReturn.deadlineTitle', { number })}
      saveLabel={t('ui.form.save')}
      onClose={onClose}
    >
      <DayField
        form={form}
        name="change.sendBackBy"
        isOptional
        label={t('orderReturn.sendBackBy')}
        description={t('orderReturn.deadlineHint')}
      />
      <EmailChoice sendsEmails={order.sendsEmails}>
        <SwitchField form={form} name="change.isNotified" label={t('order.change.notify')} />
      </EmailChoice>
      <ChangePreview form={form} order={order} change={parsed.data?.change} error={parsed.error} />
    </ModalForm>
  )
}

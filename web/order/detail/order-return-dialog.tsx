import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { Order } from '#contract/order/order.ts'
import { orderChangeApi, UpdateReturn } from '#contract/order/order-change.ts'
import type { OrderReturn } from '#contract/order/order-part.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { DayField } from '../../ui/date/day-input.tsx'
import { SwitchField } from '../../ui/field/choice-field.tsx'
import { TextareaField } from '../../ui/field/text-field.tsx'
import { ModalForm } from '../../ui/form/modal-form.tsx'
import { EmailChoice } from '../change/email-choice.tsx'
import { ChangePreview } from '../change/order-change-summary.tsx'
import { useOrderMutation } from '../change/use-order-mutation.ts'

const DecisionForm = z.object({ change: UpdateReturn })

type Kind = OrderReturn['kind']
type Step = 'accepted' | 'declined' | 'settled' | 'reopened'
const titles = {
  accepted: (kind: Kind) => `returnDialog.${kind}.acceptTitle` as const,
  declined: (kind: Kind) => `returnDialog.${kind}.declineTitle` as const,
  settled: () => 'orderReturn.settleTitle' as const,
  reopened: () => 'orderReturn.reopenTitle' as const,
}
const saveLabels = {
  accepted: (kind: Kind) => `returnDialog.${kind}.accept` as const,
  declined: (kind: Kind) => `returnDialog.${kind}.decline` as const,
  settled: () => 'orderReturn.settle' as const,
  reopened: () => 'orderReturn.reopen' as const,
}

/** Accepts, declines, completes or reopens a return or a claim. A completed one is reopened without an email. */
export function OrderReturnDialog({
  order,
  orderReturn,
  status,
  onClose,
}: {
  order: Order
  orderReturn: OrderReturn
  status: Step
  onClose: () => void
}) {
  const { t } = useTranslation()
  const isReopened = status === 'reopened'
  const send = useOrderMutation(orderChangeApi.applyChange)
  const form = useContractForm(DecisionForm, {
    values: {
      change: {
        kind: 'updateReturn',
        return: orderReturn._id,
        status: isReopened ? 'accepted' : status,
        answer: '',
        // Without a day, it follows from the settings.
        sendBackBy: null,
        isNotified: true,
      },
    },
    onSave: async ({ change }) => {
      await send.mutateAsync({
        params: { id: order._id },
        body: { change: withoutEmptyDay(change), version: order.version },
      })
      onClose()
    },
  })
  const parsed = DecisionForm.safeParse(form.values)
  const { number, kind } = orderReturn
  // The button that opens the dialog of a declined return says so too.
  const step = orderReturn.status === 'declined' ? 'reopened' : status
  return (
    <ModalForm
      form={form}
      title={t(titles[step](kind), { number })}
      saveLabel={t(saveLabels[step](kind))}
      onClose={onClose}
    >
      {isReopened && t('orderReturn.reopenText')}
      {!isReopened && (
        <TextareaField
          form={form}
          name="change.answer"
          label={t('returnDialog.return.answer')}
          description={t(
            order.sendsEmails
              ? 'returnDialog.return.answerHint'
              : 'returnDialog.return.answerOnPage',
          )}
        />
      )}
      {status === 'accepted' && kind === 'return' && (
        <DayField
          form={form}
          name="change.sendBackBy"
          isOptional
          label={t('orderReturn.sendBackBy')}
          description={t('orderReturn.sendBackByHint')}
        />
      )}
      {!isReopened && (
        <EmailChoice sendsEmails={order.sendsEmails}>
          <SwitchField form={form} name="change.isNotified" label={t('order.change.notify')} />
        </EmailChoice>
      )}
      <ChangePreview
        form={form}
        order={order}
        change={parsed.data && withoutEmptyDay(parsed.data.change)}
        error={parsed.error}
      />
    </ModalForm>
  )
}

const withoutEmptyDay = ({ sendBackBy, ...change }: z.infer<typeof UpdateReturn>) =>
  sendBackBy ? { ...change, sendBackBy } : change

import { useTranslation } from 'react-i18next'
import { type Order, orderApi } from '#contract/order.ts'
import { PaymentInput } from '#contract/order-input.ts'
import { useRouteMutation } from '../lib/call/api.ts'
import { useFormatters } from '../lib/formatters.ts'
import { useContractForm } from '../lib/use-contract-form.ts'
import { SelectField } from '../ui/form/choice-field.tsx'
import { ModalForm } from '../ui/form/modal-form.tsx'
import { MoneyField } from '../ui/form/money-field.tsx'
import { TextareaField, TextField } from '../ui/form/text-field.tsx'
import { usePaymentOptions } from './use-payment-options.ts'

/** Records a payment or a refund. It does not transfer money. */
export function OrderMoneyDialog({
  order,
  kind,
  onClose,
}: {
  order: Order
  kind: 'payment' | 'refund'
  onClose: () => void
}) {
  const { t } = useTranslation()
  const format = useFormatters()
  const send = useRouteMutation(kind === 'payment' ? orderApi.addPayment : orderApi.addRefund)
  const options = usePaymentOptions()
  const netPaid = order.paidTotal - order.refundedTotal
  const maxAmount = kind === 'payment' ? Math.max(order.balance, 0) : netPaid
  // An overpaid order suggests a refund of the excess only.
  const isOverpaid = kind === 'refund' && order.balance < 0
  const amount = isOverpaid ? -order.balance : maxAmount
  const form = useContractForm(PaymentInput, {
    values: { amount, method: order.payments[0]?.method ?? 'bank', reference: '', note: '' },
    onSave: async body => {
      await send.mutateAsync({ params: { id: order._id }, body })
      onClose()
    },
  })
  return (
    <ModalForm
      form={form}
      title={t(`order.money.${kind}Title`, { number: order.number })}
      saveLabel={t(`order.money.${kind}`)}
      onClose={onClose}
    >
      <MoneyField
        form={form}
        name="amount"
        label={t('order.money.amount')}
        currency={order.currency}
        required
        description={t(`order.money.${kind}Hint`, {
          amount: format.money(maxAmount, order.currency),
        })}
      />
      <SelectField form={form} name="method" label={t('order.money.method')} options={options} />
      <TextField
        form={form}
        name="reference"
        label={t('order.money.reference')}
        description={t('order.money.referenceHint')}
      />
      <TextareaField form={form} name="note" label={t('order.transition.note')} rows={2} />
    </ModalForm>
  )
}

import { Select } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Order, orderApi } from '#contract/order/order.ts'
import { PaymentInput } from '#contract/order/order-input.ts'
import { useRouteMutation } from '../../lib/call/api.ts'
import { useFormatters } from '../../lib/formatters.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { SelectField } from '../../ui/field/choice-field.tsx'
import { MoneyField } from '../../ui/field/money-field.tsx'
import { TextareaField, TextField } from '../../ui/field/text-field.tsx'
import { ModalForm } from '../../ui/form/modal-form.tsx'
import { usePaymentOptions } from '../new/use-payment-options.ts'
import { listOnlinePayments } from './online-payments.ts'

/**
 * Records a payment or a refund, or returns an online payment through its provider. Nothing else
 * transfers money.
 */
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
  const { onlinePayments, paymentId, selectPayment } = useOnlinePayments(order, kind)
  const onlinePayment = onlinePayments.find(({ _id }) => _id === paymentId)
  const pendingTotal = order.pendingRefunds.reduce((sum, refund) => sum + refund.amount, 0)
  const netPaid = order.paidTotal - order.refundedTotal - pendingTotal
  const maxAmount = kind === 'payment' ? Math.max(order.balance, 0) : netPaid
  // An overpaid order suggests a refund of the excess only.
  const isOverpaid = kind === 'refund' && order.balance < 0
  const amount = isOverpaid ? -order.balance : maxAmount
  const form = useContractForm(PaymentInput, {
    values: { amount, method: order.payments[0]?.method ?? 'bank', reference: '', note: '' },
    onSave: async body => {
      await send.mutateAsync({
        params: { id: order._id },
        body: { ...body, ...(onlinePayment && { payment: onlinePayment._id }) },
      })
      onClose()
    },
  })
  return (
    <ModalForm
      form={form}
      title={t(`order.money.${kind}Title`, { number: order.number })}
      saveLabel={t(onlinePayment ? 'order.money.refundOnline' : `order.money.${kind}`)}
      onClose={onClose}
    >
      {onlinePayments.length > 0 && (
        <Select
          label={t('order.money.refundTo')}
          description={onlinePayment && t('order.money.refundToHint')}
          allowDeselect={false}
          value={paymentId}
          onChange={selectPayment}
          data={[
            ...onlinePayments.map(({ _id, provider, amount: paid }) => ({
              value: _id,
              label: t('order.money.refundToPayment', {
                provider: provider && t(`order.provider.${provider}`),
                amount: format.money(paid, order.currency),
              }),
            })),
            { value: '', label: t('order.money.refundByHand') },
          ]}
        />
      )}
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
      {!onlinePayment && (
        <>
          <SelectField
            form={form}
            name="method"
            label={t('order.money.method')}
            options={options}
          />
          <TextField
            form={form}
            name="reference"
            label={t('order.money.reference')}
            description={t('order.money.referenceHint')}
          />
        </>
      )}
      <TextareaField form={form} name="note" label={t('order.transition.note')} rows={2} />
    </ModalForm>
  )
}

/** The online payments that a refund can return; the first one is selected. */
function useOnlinePayments(order: Order, kind: 'payment' | 'refund') {
  const onlinePayments = kind === 'refund' ? listOnlinePayments(order) : []
  const [paymentId, setPaymentId] = useState(onlinePayments[0]?._id ?? '')
  return { onlinePayments, paymentId, selectPayment: (id: string | null) => setPaymentId(id ?? '') }
}

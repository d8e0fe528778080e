import { Alert } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { issue } from '#contract/lib/error/issue.ts'
import { type Order, orderApi } from '#contract/order/order.ts'
import { PaymentInput } from '#contract/order/order-input.ts'
import { useRouteMutation } from '../../lib/call/api.ts'
import { useFormatters } from '../../lib/formatters.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { SelectField, SwitchField } from '../../ui/field/choice-field.tsx'
import { MoneyField } from '../../ui/field/money-field.tsx'
import { TextareaField, TextField } from '../../ui/field/text-field.tsx'
import { ModalForm } from '../../ui/form/modal-form.tsx'
import { usePaymentOptions } from '../new/use-payment-options.ts'
import { findPaidMethod } from './online-payments.ts'

/** The customer gets an email about the payment immediately, so staff confirm an amount above the due one. */
const PaymentForm = PaymentInput.extend({
  due: z.int(),
  isExcessConfirmed: z.boolean(),
}).refine(({ amount, due, isExcessConfirmed }) => amount <= due || isExcessConfirmed, {
  ...issue('excess_unconfirmed'),
  path: ['isExcessConfirmed'],
})

/** Records a payment that was made outside of Storewright. */
export function OrderPaymentDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const { t } = useTranslation()
  const format = useFormatters()
  const send = useRouteMutation(orderApi.addPayment)
  const options = usePaymentOptions()
  const due = Math.max(order.balance, 0)
  const form = useContractForm(PaymentForm, {
    values: {
      amount: due,
      method: findPaidMethod(order) ?? 'bank',
      reference: '',
      note: '',
      due,
      isExcessConfirmed: false,
    },
    onSave: async ({ due: _, isExcessConfirmed: __, ...body }) => {
      await send.mutateAsync({
        params: { id: order._id },
        body: { ...body, version: order.version },
      })
      onClose()
    },
  })
  // The user confirmed another amount.
  form.watch('amount', () => form.setFieldValue('isExcessConfirmed', false))
  const excess = (form.values.amount ?? 0) - due
  return (
    <ModalForm
      form={form}
      title={t('order.money.paymentTitle', { number: order.number })}
      saveLabel={t('order.money.payment')}
      onClose={onClose}
    >
      <MoneyField
        form={form}
        name="amount"
        label={t('order.money.amount')}
        currency={order.currency}
        required
        description={t('order.money.paymentHint', { amount: format.money(due, order.currency) })}
      />
      {excess > 0 && (
        <>
          <Alert color="yellow" role="status">
            {t('order.money.aboveDue', { amount: format.money(excess, order.currency) })}
          </Alert>
          <SwitchField
            form={form}
            name="isExcessConfirmed"
            label={t('order.money.confirmExcess')}
          />
        </>
      )}
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

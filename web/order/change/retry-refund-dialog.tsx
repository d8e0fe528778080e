import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { Order } from '#contract/order/order.ts'
import { orderChangeApi } from '#contract/order/order-change.ts'
import { RetryRefund } from '#contract/order/order-input.ts'
import { useFormatters } from '../../lib/formatters.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { SelectField, SwitchField } from '../../ui/field/choice-field.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { FieldRow } from '../../ui/form/edit-form.tsx'
import { ModalForm } from '../../ui/form/modal-form.tsx'
import { usePaymentOptions } from '../new/use-payment-options.ts'
import { ChangePreview } from './order-change-summary.tsx'
import { useOrderMutation } from './use-order-mutation.ts'

/** The names of the fields are the paths of the call, so that its errors appear at them. */
const RetryForm = z.object({ change: RetryRefund, isByHand: z.boolean() })

/** Returns the failed part of a refund again, by its provider or by hand. */
export function RetryRefundDialog({
  order,
  refund: { _id, failedAmount },
  onClose,
}: {
  order: Order
  refund: Order['refunds'][number]
  onClose: () => void
}) {
  const { t } = useTranslation()
  const format = useFormatters()
  const options = usePaymentOptions()
  const send = useOrderMutation(orderChangeApi.applyChange)
  const form = useContractForm(RetryForm, {
    values: {
      change: { kind: 'retryRefund', refund: _id, method: 'bank', reference: '' },
      isByHand: false,
    },
    onSave: async values => {
      await send.mutateAsync({
        params: { id: order._id },
        body: { version: order.version, change: toRetry(values) },
      })
      onClose()
    },
  })
  const parsed = RetryForm.safeParse(form.values)
  const amount = format.money(failedAmount, order.currency)
  return (
    <ModalForm
      form={form}
      title={t('order.money.refundTitle', { number: order.number })}
      saveLabel={form.values.isByHand ? t('order.money.refund') : t('order.money.retryRefund')}
      onClose={onClose}
    >
      <Text>{t('order.money.retryRefundText', { amount })}</Text>
      <SwitchField
        form={form}
        name="isByHand"
        label={t('order.money.refundByHand')}
        description={t('order.money.refundToHint')}
      />
      {form.values.isByHand && (
        <FieldRow>
          <SelectField
            form={form}
            name="change.method"
            label={t('order.money.method')}
            options={options}
          />
          <TextField form={form} name="change.reference" label={t('order.money.reference')} />
        </FieldRow>
      )}
      <ChangePreview
        form={form}
        order={order}
        change={parsed.data && toRetry(parsed.data)}
        error={parsed.error}
      />
    </ModalForm>
  )
}

const toRetry = ({
  change: { method, reference, ...change },
  isByHand,
}: z.output<typeof RetryForm>): z.output<typeof RetryRefund> => ({
  ...change,
  ...(isByHand && { method, reference }),
})

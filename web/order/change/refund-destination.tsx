import { useTranslation } from 'react-i18next'
import { sum } from '#contract/lib/sum.ts'
import type { Order } from '#contract/order/order.ts'
import type { OrderChangePreview } from '#contract/order/order-change.ts'
import { useFormatters } from '../../lib/formatters.ts'
import { toOptions } from '../../lib/to-options.ts'
import type { ContractForm } from '../../lib/use-contract-form.ts'
import { SelectField } from '../../ui/field/choice-field.tsx'
import { MoneyField } from '../../ui/field/money-field.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { FieldRow } from '../../ui/form/edit-form.tsx'
import { usePaymentOptions } from '../new/use-payment-options.ts'
import { listOnlinePayments } from './online-payments.ts'
import { listDestinations, type RefundFormValues } from './refund-form.ts'

/** Asks where the money of a refund goes: to the payments it came from, unless staff choose. */
export function RefundDestination({
  form,
  order,
  preview,
}: {
  form: ContractForm<RefundFormValues>
  order: Order
  preview: OrderChangePreview | undefined
}) {
  const { t } = useTranslation()
  const { destination, change } = form.values
  const parts = sum(change.payments.map(({ amount }) => amount ?? 0))
  const rest = (preview?.refund?.amount ?? 0) - parts
  const hasRest = destination === 'byHand' || (destination === 'split' && rest > 0)
  const choices = listDestinations(order)
  return (
    <>
      {choices.length > 1 && (
        <SelectField
          form={form}
          name="destination"
          label={t('order.refund.destination')}
          description={destination !== 'byHand' && t('order.money.refundToHint')}
          options={toOptions(choices, value => t(`order.refund.destinations.${value}`))}
        />
      )}
      {destination === 'split' && <PaymentParts form={form} order={order} />}
      {hasRest && (
        <ManualRefund form={form} rest={destination === 'split' ? rest : 0} order={order} />
      )}
    </>
  )
}

function PaymentParts({ form, order }: { form: ContractForm<RefundFormValues>; order: Order }) {
  const { t } = useTranslation()
  const format = useFormatters()
  return (
    <FieldRow>
      {listOnlinePayments(order).map(({ _id, provider, amount, at }, index) => (
        <MoneyField
          key={_id}
          form={form}
          name={`change.payments.${index}.amount`}
          label={provider ? t(`order.provider.${provider}`) : ''}
          description={t('order.refund.paid', {
            amount: format.money(amount, order.currency),
            at: format.date(at),
          })}
          currency={order.currency}
        />
      ))}
    </FieldRow>
  )
}

/** Asks how staff returned the money that no provider returns. */
function ManualRefund({
  form,
  rest,
  order: { currency },
}: {
  form: ContractForm<RefundFormValues>
  rest: number
  order: Order
}) {
  const { t } = useTranslation()
  const format = useFormatters()
  const options = usePaymentOptions()
  return (
    <FieldRow>
      <SelectField
        form={form}
        name="change.method"
        label={t('order.money.method')}
        description={rest > 0 && t('order.refund.rest', { amount: format.money(rest, currency) })}
        options={options}
      />
      <TextField form={form} name="change.reference" label={t('order.money.reference')} />
    </FieldRow>
  )
}

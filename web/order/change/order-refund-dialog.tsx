import { useTranslation } from 'react-i18next'
import type { Order } from '#contract/order/order.ts'
import { orderChangeApi } from '#contract/order/order-change.ts'
import type { OrderReturn } from '#contract/order/order-part.ts'
import { refundReasons, unitDispositions } from '#contract/order/order-state.ts'
import { hasReturnedUnits, listRefundableUnits } from '#contract/order/returnable-units.ts'
import { useFormatters } from '../../lib/formatters.ts'
import { toOptions } from '../../lib/to-options.ts'
import { type ContractForm, useContractForm } from '../../lib/use-contract-form.ts'
import { SelectField, SwitchField } from '../../ui/field/choice-field.tsx'
import { MoneyField } from '../../ui/field/money-field.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { FieldRow } from '../../ui/form/edit-form.tsx'
import { ModalForm } from '../../ui/form/modal-form.tsx'
import { EmailChoice } from './email-choice.tsx'
import css from './order-change.module.css'
import { OrderChangeSummary } from './order-change-summary.tsx'
import { OrderUnitsRow } from './order-units-row.tsx'
import { RefundDestination } from './refund-destination.tsx'
import {
  getRefundValues,
  RefundForm,
  type RefundFormValues,
  toRefundChange,
} from './refund-form.ts'
import { useChangePreview } from './use-change-preview.ts'
import { useOrderMutation } from './use-order-mutation.ts'

/** Refunds units, shipping or an amount, to the payments that they came from. */
export function OrderRefundDialog({
  order,
  orderReturn,
  onClose,
}: {
  order: Order
  /** The return that the refund settles. */
  orderReturn?: OrderReturn
  onClose: () => void
}) {
  const { t } = useTranslation()
  const format = useFormatters()
  const send = useOrderMutation(orderChangeApi.applyChange)
  const form = useContractForm(RefundForm, {
    values: getRefundValues(order, orderReturn),
    onSave: async values => {
      await send.mutateAsync({
        params: { id: order._id },
        body: { version: order.version, change: toRefundChange(values) },
      })
      onClose()
    },
  })
  const parsed = RefundForm.safeParse(form.values)
  const effect = useChangePreview({
    form,
    order,
    change: parsed.data && toRefundChange(parsed.data),
    error: parsed.error,
  })
  const amount = effect.preview?.refund?.amount ?? 0
  return (
    <ModalForm
      form={form}
      title={t('order.money.refundTitle', { number: order.number })}
      saveLabel={
        amount > 0
          ? t('order.change.refundAmount', { amount: format.money(amount, order.currency) })
          : t(
              form.values.destination === 'byHand'
                ? 'order.money.refund'
                : 'order.money.refundOnline',
            )
      }
      size="xl"
      onClose={onClose}
    >
      <RefundLines form={form} order={order} orderReturn={orderReturn} />
      {form.values.change.lines.length > 0 && (
        <SwitchField
          form={form}
          name="hasAmounts"
          label={t('order.refund.amounts')}
          description={t('order.refund.amountsHint')}
        />
      )}
      <FieldRow>
        {order.shippingTotal > 0 && (
          <MoneyField
            form={form}
            name="change.shipping"
            label={t('order.change.shipping')}
            currency={order.currency}
          />
        )}
        <MoneyField
          form={form}
          name="change.additionalAmount"
          label={t('order.change.additionalAmount')}
          currency={order.currency}
        />
        <MoneyField
          form={form}
          name="change.fee"
          label={t('order.change.fee')}
          currency={order.currency}
        />
      </FieldRow>
      <FieldRow>
        <SelectField
          form={form}
          name="change.reason"
          label={t('order.transition.reason')}
          options={toOptions(refundReasons, value => t(`order.change.refundReason.${value}`))}
        />
        <TextField form={form} name="change.note" label={t('order.transition.note')} />
      </FieldRow>
      <RefundDestination form={form} order={order} preview={effect.preview} />
      <EmailChoice sendsEmails={order.sendsEmails}>
        <SwitchField form={form} name="change.isNotified" label={t('order.change.notify')} />
      </EmailChoice>
      <OrderChangeSummary order={order} effect={effect} />
    </ModalForm>
  )
}

function RefundLines({
  form,
  order,
  orderReturn,
}: {
  form: ContractForm<RefundFormValues>
  order: Order
  orderReturn: OrderReturn | undefined
}) {
  const { t } = useTranslation()
  const countRefundable = (id: string) => {
    const { disposition = 'restock' } =
      form.values.change.lines.find(({ line }) => line === id) ?? {}
    const units = listRefundableUnits(order, { disposition, orderReturn })
    return units.find(({ line }) => line === id)?.quantity ?? 0
  }
  const lines = form.values.change.lines.flatMap(
    ({ line }) => order.lines.find(({ _id }) => _id === line) ?? [],
  )
  if (lines.length === 0) return null
  return (
    <div className={css.lines}>
      {lines.map((line, index) => (
        <OrderUnitsRow
          key={line._id}
          form={form}
          name={`change.lines.${index}.quantity`}
          line={line}
          max={countRefundable(line._id)}
          maxLabel={t('order.change.refundable', { count: countRefundable(line._id) })}
          amount={
            form.values.hasAmounts && (
              <MoneyField
                form={form}
                name={`change.lines.${index}.amount`}
                label={t('order.refund.amountOf', { name: line.title })}
                hideLabel
                placeholder={t('order.refund.price')}
                currency={order.currency}
              />
            )
          }
        >
          {!orderReturn && !hasReturnedUnits(order) && (
            <SelectField
              form={form}
              name={`change.lines.${index}.disposition`}
              label={t('order.change.dispositionOf', { name: line.title })}
              hideLabel
              options={toOptions(unitDispositions, value => t(`order.change.disposition.${value}`))}
            />
          )}
        </OrderUnitsRow>
      ))}
    </div>
  )
}

import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { issue } from '#contract/lib/error/issue.ts'
import type { Order } from '#contract/order/order.ts'
import { type OrderChangeOf, orderChangeApi } from '#contract/order/order-change.ts'
import { RefundChange } from '#contract/order/order-input.ts'
import type { OrderReturn } from '#contract/order/order-part.ts'
import { refundReasons, unitDispositions } from '#contract/order/order-state.ts'
import { useFormatters } from '../../lib/formatters.ts'
import { toOptions } from '../../lib/to-options.ts'
import { type ContractForm, useContractForm } from '../../lib/use-contract-form.ts'
import { SelectField, SwitchField } from '../../ui/field/choice-field.tsx'
import { MoneyField } from '../../ui/field/money-field.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { FieldRow } from '../../ui/form/edit-form.tsx'
import { ModalForm } from '../../ui/form/modal-form.tsx'
import { usePaymentOptions } from '../new/use-payment-options.ts'
import { findPaidMethod, listOnlinePayments } from './online-payments.ts'
import css from './order-change.module.css'
import { OrderChangeSummary } from './order-change-summary.tsx'
import { OrderUnitsRow } from './order-units-row.tsx'
import { listRefundableUnits } from './refundable-units.ts'
import { useChangePreview } from './use-change-preview.ts'
import { useOrderMutation } from './use-order-mutation.ts'

/** The names of the fields are the paths of the call, so that its errors appear at them. */
const RefundForm = z
  .object({ change: RefundChange, isByHand: z.boolean() })
  .refine(({ change }) => !isEmpty(change), {
    ...issue('refund_empty'),
    path: ['change', 'additionalAmount'],
  })
type RefundFormValues = z.input<typeof RefundForm>

const isEmpty = ({ lines, shipping, additionalAmount }: OrderChangeOf<'refund'>): boolean =>
  lines.every(({ quantity }) => quantity === 0) && !shipping && !additionalAmount

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
  const preview = useChangePreview(order, parsed.success ? toRefundChange(parsed.data) : undefined)
  const amount = preview?.refund?.amount ?? 0
  return (
    <ModalForm
      form={form}
      title={t('order.money.refundTitle', { number: order.number })}
      saveLabel={
        amount > 0
          ? t('order.change.refundAmount', { amount: format.money(amount, order.currency) })
          : t(form.values.isByHand ? 'order.money.refund' : 'order.money.refundOnline')
      }
      size="xl"
      onClose={onClose}
    >
      <RefundLines form={form} order={order} orderReturn={orderReturn} />
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
      <RefundDestination form={form} order={order} />
      <SwitchField form={form} name="change.isNotified" label={t('order.change.notify')} />
      <OrderChangeSummary order={order} preview={preview} />
    </ModalForm>
  )
}

/** Returns the units to refund: none, or those of a return that arrived. */
const listRefundLines = (order: Order, orderReturn: OrderReturn | undefined) =>
  listRefundableUnits(order, orderReturn)
    .filter(({ quantity }) => quantity > 0)
    .map(({ line, quantity }) => {
      const returned = orderReturn?.lines.find(each => each.line === line)
      const notReceived = returned ? returned.quantity - returned.receivedQuantity : 0
      return {
        line,
        quantity: orderReturn ? Math.max(0, quantity - notReceived) : 0,
        disposition: orderReturn ? ('keep' as const) : ('restock' as const),
      }
    })

const getRefundValues = (order: Order, orderReturn?: OrderReturn): RefundFormValues => ({
  change: {
    kind: 'refund',
    ...(orderReturn && { return: orderReturn._id }),
    lines: listRefundLines(order, orderReturn),
    // An overpaid or canceled order suggests the amount due.
    additionalAmount: order.balance < 0 && !orderReturn ? -order.balance : null,
    shipping: null,
    fee: null,
    reason: order.balance < 0 && !orderReturn ? 'other' : 'returned',
    note: '',
    method: findPaidMethod(order) ?? 'bank',
    reference: '',
    isNotified: true,
  },
  isByHand: listOnlinePayments(order).length === 0,
})

const toRefundChange = ({
  change,
  isByHand,
}: z.output<typeof RefundForm>): OrderChangeOf<'refund'> => ({
  ...change,
  ...(isByHand && { payments: [] }),
})

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
  const units = listRefundableUnits(order, orderReturn)
  const countRefundable = (id: string) => units.find(({ line }) => line === id)?.quantity ?? 0
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
        >
          {!orderReturn && (
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

/** Asks how the money was returned, unless the provider of an online payment returns it. */
function RefundDestination({
  form,
  order,
}: {
  form: ContractForm<RefundFormValues>
  order: Order
}) {
  const { t } = useTranslation()
  const options = usePaymentOptions()
  const hasOnlinePayment = listOnlinePayments(order).length > 0
  return (
    <>
      {hasOnlinePayment && (
        <SwitchField
          form={form}
          name="isByHand"
          label={t('order.money.refundByHand')}
          description={t('order.money.refundToHint')}
        />
      )}
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
    </>
  )
}

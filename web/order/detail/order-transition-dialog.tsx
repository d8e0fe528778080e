import { Alert, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { Order } from '#contract/order/order.ts'
import { ChangeStatus, type OrderChangeOf } from '#contract/order/order-change.ts'
import { cancelReasons, type OrderStatus } from '#contract/order/order-state.ts'
import { useFormatters } from '../../lib/formatters.ts'
import { toOptions } from '../../lib/to-options.ts'
import { type ContractForm, useContractForm } from '../../lib/use-contract-form.ts'
import { SelectField, SwitchField } from '../../ui/field/choice-field.tsx'
import { TextareaField, TextField } from '../../ui/field/text-field.tsx'
import { ModalForm } from '../../ui/form/modal-form.tsx'
import { EmailChoice } from '../change/email-choice.tsx'
import { findPaidMethod, listOnlinePayments } from '../change/online-payments.ts'
import { ChangePreview } from '../change/order-change-summary.tsx'
import { OrderTrackingFields } from '../change/order-tracking-fields.tsx'
import { useUnpaidShipment } from '../list/use-unpaid-shipment.ts'
import { getTransitionVerb } from '../order-transitions.ts'
import { useOrderTransition } from './use-order-transition.ts'

type Props = { order: Order; target: OrderStatus; onClose: () => void }

/** The names of the fields are the paths of the call, so that its errors appear at them. */
const TransitionForm = z.object({ change: ChangeStatus, isRefunded: z.boolean() })
type TransitionFormValues = z.input<typeof TransitionForm>
type TransitionFields = { form: ContractForm<TransitionFormValues>; order: Order }

/** Asks for the data of a status change and shows its effect. */
export function OrderTransitionDialog({ order, target, onClose }: Props) {
  const { t } = useTranslation()
  const { changeStatus } = useOrderTransition(order)
  const form = useContractForm(TransitionForm, {
    values: getTransitionValues(order, target),
    onSave: async values => {
      await changeStatus(toStatusChange(order, values))
      onClose()
    },
  })
  const verb = getTransitionVerb(order.status, target)
  const isUnpaidShipment = useUnpaidShipment(order, target)
  const isStopped = target === 'cancelled' || target === 'returned'
  const isUndone = order.status === 'shipped' && target === 'processing'
  return (
    <ModalForm
      form={form}
      title={t('order.transition.title', { verb: t(`order.verb.${verb}`), number: order.number })}
      saveLabel={t(`order.verb.${verb}`)}
      isDangerous={target === 'cancelled'}
      closeLabel={target === 'cancelled' ? t('order.transition.keepOrder') : undefined}
      onClose={onClose}
    >
      <TransitionEffect order={order} target={target} />
      {isUnpaidShipment && <UnpaidWarning order={order} />}
      {target === 'shipped' && (
        <OrderTrackingFields
          form={form}
          tracking={form.values.change.tracking}
          getFieldName={part => `change.tracking.${part}`}
        />
      )}
      {target === 'cancelled' && (
        <SelectField
          form={form}
          name="change.reason"
          label={t('order.transition.reason')}
          options={toOptions(cancelReasons, value => t(`order.reason.${value}`))}
        />
      )}
      {(target === 'on_hold' || target === 'completed') && (
        <TextField form={form} name="change.reason" label={t('order.transition.reason')} required />
      )}
      {isStopped && <ReversalFields form={form} order={order} />}
      {target !== 'on_hold' && (
        <TextareaField
          form={form}
          name="change.note"
          label={t('order.transition.note')}
          description={t('order.transition.noteHint')}
          rows={2}
        />
      )}
      {(isStopped || isUndone || target === 'shipped' || target === 'delivered') && (
        <TransitionPreview form={form} order={order} />
      )}
    </ModalForm>
  )
}

const getTransitionValues = (order: Order, target: OrderStatus): TransitionFormValues => ({
  change: {
    kind: 'changeStatus',
    status: target,
    reason: target === 'cancelled' ? cancelReasons[0] : '',
    note: '',
    restock: true,
    isNotified: true,
    ...(target === 'shipped' && { tracking: { carrier: '', number: '', url: '' } }),
  },
  // Money that was paid by hand is returned by hand, which the seller may do later.
  isRefunded: listOnlinePayments(order).length > 0,
})

function toStatusChange(
  order: Order,
  { change, isRefunded }: z.output<typeof TransitionForm>,
): OrderChangeOf<'changeStatus'> {
  const isStopped = change.status === 'cancelled' || change.status === 'returned'
  if (!isStopped || !isRefunded || getNetPaid(order) <= 0) return change
  const isOnline = listOnlinePayments(order).length > 0
  return { ...change, refund: isOnline ? {} : { method: findPaidMethod(order) ?? 'other' } }
}

const getNetPaid = ({ paidTotal, refundedTotal, keptTotal }: Order) =>
  paidTotal - refundedTotal - keptTotal

/** The fields of a cancellation or a return: the stock and the money. */
function ReversalFields({ form, order }: TransitionFields) {
  const { t } = useTranslation()
  const format = useFormatters()
  const netPaid = getNetPaid(order)
  return (
    <>
      <SwitchField
        form={form}
        name="change.restock"
        label={t('order.transition.restock')}
        description={t('order.transition.restockHint')}
      />
      {netPaid > 0 && (
        <SwitchField
          form={form}
          name="isRefunded"
          label={t('order.transition.refund', { amount: format.money(netPaid, order.currency) })}
          description={t(
            listOnlinePayments(order).length > 0
              ? 'order.transition.refundOnlineHint'
              : 'order.transition.refundByHandHint',
          )}
        />
      )}
    </>
  )
}

function TransitionPreview({ form, order }: TransitionFields) {
  const { t } = useTranslation()
  const parsed = TransitionForm.safeParse(form.values)
  return (
    <>
      <EmailChoice sendsEmails={order.sendsEmails}>
        <SwitchField form={form} name="change.isNotified" label={t('order.change.notify')} />
      </EmailChoice>
      <ChangePreview
        form={form}
        order={order}
        change={parsed.data && toStatusChange(order, parsed.data)}
        error={parsed.error}
      />
    </>
  )
}

function UnpaidWarning({ order: { balance, currency } }: Pick<Props, 'order'>) {
  const { t } = useTranslation()
  const format = useFormatters()
  return (
    <Alert color="yellow" icon={<IconAlertTriangle size={18} stroke={1.75} />}>
      {t('order.transition.unpaidShipText', { amount: format.money(balance, currency) })}
    </Alert>
  )
}

function TransitionEffect({ order, target }: Omit<Props, 'onClose'>) {
  const { t } = useTranslation()
  const format = useFormatters()
  const unitsToShip = order.lines.reduce(
    (sum, line) => sum + line.quantity - line.fulfilledQuantity,
    0,
  )
  function getText() {
    if (target === 'shipped') return t('order.transition.shipText', { count: unitsToShip })
    if (target === 'completed')
      return t('order.transition.unpaidText', {
        amount: format.money(order.balance, order.currency),
      })
    return target === 'on_hold' ? t('order.transition.holdText') : ''
  }
  const text = getText()
  return text ? (
    <Text size="sm" c="dimmed">
      {text}
    </Text>
  ) : null
}

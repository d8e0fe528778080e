import { Alert, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Order } from '#contract/order/order.ts'
import { StatusChange } from '#contract/order/order-input.ts'
import { cancelReasons, type OrderStatus } from '#contract/order/order-state.ts'
import { useFormatters } from '../../lib/formatters.ts'
import { toOptions } from '../../lib/to-options.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { SelectField, SwitchField } from '../../ui/field/choice-field.tsx'
import { TextareaField, TextField } from '../../ui/field/text-field.tsx'
import { ModalForm } from '../../ui/form/modal-form.tsx'
import { OrderTrackingFields } from '../change/order-tracking-fields.tsx'
import { useUnpaidShipment } from '../list/use-unpaid-shipment.ts'
import { getTransitionVerb } from '../order-transitions.ts'
import { useOrderTransition } from './use-order-transition.ts'

type Props = { order: Order; target: OrderStatus; onClose: () => void }

/** Asks for the data of a status change and explains its effect. */
export function OrderTransitionDialog({ order, target, onClose }: Props) {
  const { t } = useTranslation()
  const { changeStatus } = useOrderTransition(order)
  const form = useContractForm(StatusChange, {
    values: {
      status: target,
      reason: target === 'cancelled' ? cancelReasons[0] : '',
      note: '',
      restock: true,
      ...(target === 'shipped' && { tracking: { carrier: '', number: '', url: '' } }),
    },
    onSave: async change => {
      await changeStatus(change)
      onClose()
    },
  })
  const verb = getTransitionVerb(order.status, target)
  const isUnpaidShipment = useUnpaidShipment(order, target)
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
          tracking={form.values.tracking}
          getFieldName={part => `tracking.${part}`}
        />
      )}
      {target === 'cancelled' && (
        <SelectField
          form={form}
          name="reason"
          label={t('order.transition.reason')}
          options={toOptions(cancelReasons, value => t(`order.reason.${value}`))}
        />
      )}
      {(target === 'on_hold' || target === 'completed') && (
        <TextField form={form} name="reason" label={t('order.transition.reason')} required />
      )}
      {(target === 'cancelled' || target === 'returned') && (
        <SwitchField
          form={form}
          name="restock"
          label={t('order.transition.restock')}
          description={t('order.transition.restockHint')}
        />
      )}
      {target !== 'on_hold' && (
        <TextareaField
          form={form}
          name="note"
          label={t('order.transition.note')}
          description={t('order.transition.noteHint')}
          rows={2}
        />
      )}
    </ModalForm>
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
  const netPaid = order.paidTotal - order.refundedTotal
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
    if ((target === 'cancelled' || target === 'returned') && netPaid > 0)
      return t('order.transition.noRefundText', { amount: format.money(netPaid, order.currency) })
    return target === 'on_hold' ? t('order.transition.holdText') : ''
  }
  const text = getText()
  return text ? (
    <Text size="sm" c="dimmed">
      {text}
    </Text>
  ) : null
}

import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { cancelReasons, type Order, type OrderStatus, StatusChange } from '#contract/order.ts'
import { useFormat } from '../lib/format.ts'
import { useContractForm } from '../lib/use-contract-form.ts'
import { SelectField, SwitchField } from '../ui/form/choice-field.tsx'
import { ModalForm } from '../ui/form/modal-form.tsx'
import { TextareaField, TextField } from '../ui/form/text-field.tsx'
import { verbOf } from './order-steps.ts'
import { OrderTrackingFields } from './order-tracking-fields.tsx'
import { useOrderMove } from './use-order-move.ts'

type Props = { order: Order; to: OrderStatus; onClose: () => void }

/** What a move needs to know first, and what will follow from it. */
export function OrderMoveDialog({ order, to, onClose }: Props) {
  const { t } = useTranslation()
  const { move } = useOrderMove(order)
  const form = useContractForm(StatusChange, {
    values: {
      status: to,
      reason: to === 'cancelled' ? cancelReasons[0] : '',
      note: '',
      restock: true,
      ...(to === 'shipped' && { tracking: { carrier: '', number: '', url: '' } }),
    },
    onSave: async change => {
      await move(change)
      onClose()
    },
  })
  const verb = verbOf(order.status, to)
  return (
    <ModalForm
      form={form}
      title={t('order.move.title', { verb: t(`order.verb.${verb}`), number: order.number })}
      saveLabel={t(`order.verb.${verb}`)}
      isDangerous={to === 'cancelled'}
      closeLabel={to === 'cancelled' ? t('order.move.keep') : undefined}
      onClose={onClose}
    >
      <Consequence order={order} to={to} />
      {to === 'shipped' && <OrderTrackingFields form={form} at={part => `tracking.${part}`} />}
      {to === 'cancelled' && (
        <SelectField
          form={form}
          name="reason"
          label={t('order.move.reason')}
          options={cancelReasons.map(value => ({ value, label: t(`order.reason.${value}`) }))}
        />
      )}
      {(to === 'on_hold' || to === 'completed') && (
        <TextField form={form} name="reason" label={t('order.move.reason')} required />
      )}
      {(to === 'cancelled' || to === 'returned') && (
        <SwitchField
          form={form}
          name="restock"
          label={t('order.move.restock')}
          description={t('order.move.restockHint')}
        />
      )}
      {to !== 'on_hold' && (
        <TextareaField
          form={form}
          name="note"
          label={t('order.move.note')}
          description={t('order.move.noteHint')}
          rows={2}
        />
      )}
    </ModalForm>
  )
}

function Consequence({ order, to }: Omit<Props, 'onClose'>) {
  const { t } = useTranslation()
  const format = useFormat()
  const kept = order.paidTotal - order.refundedTotal
  const words =
    to === 'shipped'
      ? t('order.move.shipText', {
          count: order.lines.reduce((all, line) => all + line.quantity - line.fulfilled, 0),
        })
      : to === 'completed'
        ? t('order.move.openText', { amount: format.money(order.balance, order.currency) })
        : (to === 'cancelled' || to === 'returned') && kept > 0
          ? t('order.move.keptText', { amount: format.money(kept, order.currency) })
          : to === 'on_hold'
            ? t('order.move.holdText')
            : ''
  return words ? (
    <Text size="sm" c="dimmed">
      {words}
    </Text>
  ) : null
}

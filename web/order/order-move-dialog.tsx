import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Order } from '#contract/order.ts'
import { StatusChange } from '#contract/order-input.ts'
import { cancelReasons, type OrderStatus } from '#contract/order-state.ts'
import { useFormatters } from '../lib/formatters.ts'
import { useContractForm } from '../lib/use-contract-form.ts'
import { SelectField, SwitchField } from '../ui/form/choice-field.tsx'
import { ModalForm } from '../ui/form/modal-form.tsx'
import { TextareaField, TextField } from '../ui/form/text-field.tsx'
import { OrderTrackingFields } from './order-tracking-fields.tsx'
import { getMoveVerb } from './order-transitions.ts'
import { useOrderMove } from './use-order-move.ts'

type Props = { order: Order; target: OrderStatus; onClose: () => void }

/** What a move needs to know first, and what will follow from it. */
export function OrderMoveDialog({ order, target, onClose }: Props) {
  const { t } = useTranslation()
  const { move } = useOrderMove(order)
  const form = useContractForm(StatusChange, {
    values: {
      status: target,
      reason: target === 'cancelled' ? cancelReasons[0] : '',
      note: '',
      restock: true,
      ...(target === 'shipped' && { tracking: { carrier: '', number: '', url: '' } }),
    },
    onSave: async change => {
      await move(change)
      onClose()
    },
  })
  const verb = getMoveVerb(order.status, target)
  return (
    <ModalForm
      form={form}
      title={t('order.move.title', { verb: t(`order.verb.${verb}`), number: order.number })}
      saveLabel={t(`order.verb.${verb}`)}
      isDangerous={target === 'cancelled'}
      closeLabel={target === 'cancelled' ? t('order.move.keep') : undefined}
      onClose={onClose}
    >
      <MoveConsequence order={order} target={target} />
      {target === 'shipped' && (
        <OrderTrackingFields form={form} getFieldName={part => `tracking.${part}`} />
      )}
      {target === 'cancelled' && (
        <SelectField
          form={form}
          name="reason"
          label={t('order.move.reason')}
          options={cancelReasons.map(value => ({ value, label: t(`order.reason.${value}`) }))}
        />
      )}
      {(target === 'on_hold' || target === 'completed') && (
        <TextField form={form} name="reason" label={t('order.move.reason')} required />
      )}
      {(target === 'cancelled' || target === 'returned') && (
        <SwitchField
          form={form}
          name="restock"
          label={t('order.move.restock')}
          description={t('order.move.restockHint')}
        />
      )}
      {target !== 'on_hold' && (
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

function MoveConsequence({ order, target }: Omit<Props, 'onClose'>) {
  const { t } = useTranslation()
  const format = useFormatters()
  const netPaid = order.paidTotal - order.refundedTotal
  const text =
    target === 'shipped'
      ? t('order.move.shipText', {
          count: order.lines.reduce((sum, line) => sum + line.quantity - line.fulfilled, 0),
        })
      : target === 'completed'
        ? t('order.move.openText', { amount: format.money(order.balance, order.currency) })
        : (target === 'cancelled' || target === 'returned') && netPaid > 0
          ? t('order.move.keptText', { amount: format.money(netPaid, order.currency) })
          : target === 'on_hold'
            ? t('order.move.holdText')
            : ''
  return text ? (
    <Text size="sm" c="dimmed">
      {text}
    </Text>
  ) : null
}

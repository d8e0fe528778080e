import { Select } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { orderApi } from '#contract/order/order.ts'
import { cancelReasons, paymentMethods } from '#contract/order/order-state.ts'
import { type BulkTarget, useBulkAction } from '../../lib/call/use-bulk-action.ts'
import { useFormatters } from '../../lib/formatters.ts'
import { toOptions } from '../../lib/to-options.ts'
import { BulkOrderDialog } from './bulk-order-dialog.tsx'

type Props = { selection: BulkTarget; onClose: () => void }

/** Marks the selected orders as paid with one method. */
export function BulkPaymentDialog({ selection, onClose }: Props) {
  const { t } = useTranslation()
  const format = useFormatters()
  const [method, setMethod] = useState<(typeof paymentMethods)[number]>(paymentMethods[0])
  const addPayment = useBulkAction(orderApi.bulkAddPayment, selection, 'orderBulk.success.paid')
  return (
    <BulkOrderDialog
      action="paid"
      selection={selection}
      title={t('order.bulk.payTitle', {
        count: selection.count,
        n: format.number(selection.count),
      })}
      confirmLabel={t('order.bulk.pay')}
      isBusy={addPayment.isPending}
      onConfirm={() => addPayment.mutate({ method }, { onSettled: onClose })}
      onClose={onClose}
    >
      <ChoiceSelect
        label={t('order.money.method')}
        options={toOptions(paymentMethods, value => t(`order.method.${value}`))}
        value={method}
        onChange={setMethod}
      />
    </BulkOrderDialog>
  )
}

/** Cancels the selected orders for one reason. */
export function BulkCancelDialog({ selection, onClose }: Props) {
  const { t } = useTranslation()
  const format = useFormatters()
  const [reason, setReason] = useState<(typeof cancelReasons)[number]>(cancelReasons[0])
  const updateStatus = useBulkAction(
    orderApi.bulkUpdateStatus,
    selection,
    'orderBulk.success.cancelled',
  )
  return (
    <BulkOrderDialog
      action="cancelled"
      selection={selection}
      title={t('order.bulk.cancelTitle', {
        count: selection.count,
        n: format.number(selection.count),
      })}
      confirmLabel={t('order.bulk.cancel')}
      closeLabel={t('orderBulk.keep')}
      isDangerous
      isBusy={updateStatus.isPending}
      onConfirm={() => updateStatus.mutate({ status: 'cancelled', reason }, { onSettled: onClose })}
      onClose={onClose}
    >
      <ChoiceSelect
        label={t('order.bulk.reason')}
        options={toOptions(cancelReasons, value => t(`order.reason.${value}`))}
        value={reason}
        onChange={setReason}
      />
    </BulkOrderDialog>
  )
}

type ChoiceProps<T extends string> = {
  label: string
  options: { value: T; label: string }[]
  value: T
  onChange: (value: T) => void
}

/** A choice that applies to all selected orders. */
const ChoiceSelect = <T extends string>({ label, options, value, onChange }: ChoiceProps<T>) => (
  <Select
    label={label}
    data={options}
    value={value}
    onChange={choice => onChange(options.find(option => option.value === choice)?.value ?? value)}
    allowDeselect={false}
    data-autofocus
  />
)

import { Switch } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { orderApi } from '#contract/order/order.ts'
import { type BulkTarget, useBulkAction } from '../../lib/call/use-bulk-action.ts'
import { useFormatters } from '../../lib/formatters.ts'
import { BulkOrderDialog } from './bulk-order-dialog.tsx'

type Props = { status: 'shipped' | 'delivered'; selection: BulkTarget; onClose: () => void }

/** Ships the selected orders or marks them as delivered, and asks whether their customers get an email. */
export function BulkNotifyDialog({ status, selection, onClose }: Props) {
  const { t } = useTranslation()
  const format = useFormatters()
  const [isNotified, setNotified] = useState(true)
  const successText = `orderBulk.success.${status}` as const
  const updateStatus = useBulkAction(orderApi.bulkUpdateStatus, selection, successText)
  const count = { count: selection.count, n: format.number(selection.count) }
  return (
    <BulkOrderDialog
      action={status}
      selection={selection}
      title={
        status === 'shipped' ? t('order.bulk.shipTitle', count) : t('orderBulk.deliverTitle', count)
      }
      confirmLabel={t(`order.bulk.${status}`)}
      isBusy={updateStatus.isPending}
      onConfirm={() => updateStatus.mutate({ status, isNotified }, { onSettled: onClose })}
      onClose={onClose}
    >
      <Switch
        label={t('order.bulk.notify')}
        checked={isNotified}
        onChange={event => setNotified(event.currentTarget.checked)}
      />
    </BulkOrderDialog>
  )
}

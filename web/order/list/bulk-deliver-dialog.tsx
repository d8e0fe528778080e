import { Stack, Switch } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { orderApi } from '#contract/order/order.ts'
import { type BulkTarget, useBulkAction } from '../../lib/call/use-bulk-action.ts'
import { useFormatters } from '../../lib/formatters.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'

/** Marks the selected orders as delivered, and asks whether their customers get an email. */
export function BulkDeliverDialog({
  selection,
  onClose,
}: {
  selection: BulkTarget
  onClose: () => void
}) {
  const { t } = useTranslation()
  const format = useFormatters()
  const [isNotified, setNotified] = useState(true)
  const updateStatus = useBulkAction(orderApi.bulkUpdateStatus, selection, 'ordersUpdated')
  return (
    <ConfirmDialog
      isOpen
      title={t('orderBulk.deliverTitle', {
        count: selection.count,
        n: format.number(selection.count),
      })}
      confirmLabel={t('order.bulk.delivered')}
      isBusy={updateStatus.isPending}
      onConfirm={() =>
        updateStatus.mutate({ status: 'delivered', isNotified }, { onSettled: onClose })
      }
      onClose={onClose}
    >
      <Stack gap="md">
        <p>{t('orderBulk.skippedText')}</p>
        <Switch
          label={t('order.bulk.notify')}
          checked={isNotified}
          onChange={event => setNotified(event.currentTarget.checked)}
        />
      </Stack>
    </ConfirmDialog>
  )
}

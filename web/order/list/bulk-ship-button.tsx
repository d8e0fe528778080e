import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { orderApi } from '#contract/order/order.ts'
import { orderUnpaidApi } from '#contract/order/order-unpaid.ts'
import { useRouteMutation } from '../../lib/call/api.ts'
import { type BulkTarget, useBulkAction } from '../../lib/call/use-bulk-action.ts'
import { useFormatters } from '../../lib/formatters.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'

/** Ships the selected orders, and asks first if some of them are unpaid. */
export function BulkShipButton({ selection }: { selection: BulkTarget }) {
  const { t } = useTranslation()
  const format = useFormatters()
  const [unpaidCount, setUnpaidCount] = useState(0)
  const countUnpaid = useRouteMutation(orderUnpaidApi.countUnpaid, { hasErrorToast: true })
  const updateStatus = useBulkAction(orderApi.bulkUpdateStatus, selection, 'ordersUpdated')
  const close = () => setUnpaidCount(0)
  const ship = () => updateStatus.mutate({ status: 'shipped' }, { onSettled: close })
  const start = () =>
    countUnpaid.mutate(
      { body: toBody(selection.selection) },
      { onSuccess: ({ count }) => (count > 0 ? setUnpaidCount(count) : ship()) },
    )
  const countParams = { count: unpaidCount, n: format.number(unpaidCount) }
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        disabled={selection.isBusy}
        loading={countUnpaid.isPending || updateStatus.isPending}
        onClick={start}
      >
        {t('order.bulk.shipped')}
      </Button>
      <ConfirmDialog
        isOpen={unpaidCount > 0}
        title={t('order.bulk.unpaidTitle', countParams)}
        confirmLabel={t('order.bulk.shipped')}
        isBusy={updateStatus.isPending}
        onConfirm={ship}
        onClose={close}
      >
        {t('order.bulk.unpaidText')}
      </ConfirmDialog>
    </>
  )
}

const toBody = (selection: BulkTarget['selection']) =>
  'ids' in selection
    ? { ids: [...selection.ids] }
    : { filter: selection.filter, excludedIds: [...selection.excludedIds] }

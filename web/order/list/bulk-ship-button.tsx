import { Button, Stack, Switch } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { orderApi } from '#contract/order/order.ts'
import { orderUnpaidApi } from '#contract/order/order-unpaid.ts'
import { useRouteMutation } from '../../lib/call/api.ts'
import { type BulkTarget, useBulkAction } from '../../lib/call/use-bulk-action.ts'
import { useFormatters } from '../../lib/formatters.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'

/** Ships the selected orders. Asks whether their customers get an email, and warns of unpaid orders. */
export function BulkShipButton({ selection }: { selection: BulkTarget }) {
  const { t } = useTranslation()
  const format = useFormatters()
  const [unpaidCount, setUnpaidCount] = useState<number>()
  const [isNotified, setNotified] = useState(true)
  const countUnpaid = useRouteMutation(orderUnpaidApi.countUnpaid, { hasErrorToast: true })
  const updateStatus = useBulkAction(orderApi.bulkUpdateStatus, selection, 'ordersUpdated')
  const close = () => setUnpaidCount(undefined)
  const ship = () => updateStatus.mutate({ status: 'shipped', isNotified }, { onSettled: close })
  function start() {
    setNotified(true)
    countUnpaid.mutate(
      { body: toBody(selection.selection) },
      { onSuccess: ({ count }) => setUnpaidCount(count) },
    )
  }
  const count = unpaidCount ?? 0
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
        isOpen={unpaidCount !== undefined}
        title={t('order.bulk.shipTitle', {
          count: selection.count,
          n: format.number(selection.count),
        })}
        confirmLabel={t('order.bulk.shipped')}
        isBusy={updateStatus.isPending}
        onConfirm={ship}
        onClose={close}
      >
        <Stack gap="md">
          {count > 0 && (
            <p>
              <strong>{t('order.bulk.unpaid', { count, n: format.number(count) })}</strong>{' '}
              {t('order.bulk.unpaidText')}
            </p>
          )}
          <p>{t('orderBulk.skippedText')}</p>
          <Switch
            label={t('order.bulk.notify')}
            checked={isNotified}
            onChange={event => setNotified(event.currentTarget.checked)}
          />
        </Stack>
      </ConfirmDialog>
    </>
  )
}

const toBody = (selection: BulkTarget['selection']) =>
  'ids' in selection
    ? { ids: [...selection.ids] }
    : { filter: selection.filter, excludedIds: [...selection.excludedIds] }

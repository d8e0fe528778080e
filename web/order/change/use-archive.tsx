import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Order } from '#contract/order/order.ts'
import { orderArchiveApi } from '#contract/order/order-archive.ts'
import { useRouteMutation } from '../../lib/call/api.ts'
import { useFormatters } from '../../lib/formatters.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'

/**
 * Returns a function that archives or unarchives an order, and the dialog that asks first if the
 * money of the order is not settled.
 */
export function useArchive({ _id: id, archivedAt, balance, currency }: Order) {
  const { t } = useTranslation()
  const format = useFormatters()
  const [isAsking, setAsking] = useState(false)
  const send = useRouteMutation(orderArchiveApi.updateArchived)
  const close = () => setAsking(false)
  const willArchive = archivedAt === null
  const change = () =>
    send.mutate({ params: { id }, body: { isArchived: willArchive } }, { onSettled: close })
  const amount = format.money(Math.abs(balance), currency)
  return {
    toggleArchived: () => (willArchive && balance !== 0 ? setAsking(true) : change()),
    archiveDialog: (
      <ConfirmDialog
        isOpen={isAsking}
        title={t('orderBulk.archiveTitle', { count: 1, n: format.number(1) })}
        confirmLabel={t('order.archive.archive')}
        isBusy={send.isPending}
        onConfirm={change}
        onClose={close}
      >
        {t(balance > 0 ? 'orderBulk.archiveUnpaid' : 'orderBulk.archiveRefundDue', { amount })}
      </ConfirmDialog>
    ),
  }
}

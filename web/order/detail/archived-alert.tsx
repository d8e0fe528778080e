import { Alert, Button } from '@mantine/core'
import { IconArchive } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Order } from '#contract/order/order.ts'
import { orderArchiveApi } from '#contract/order/order-archive.ts'
import { useRouteMutation } from '../../lib/call/api.ts'

/** Says that an order is archived and does not change. */
export function ArchivedAlert() {
  const { t } = useTranslation()
  return (
    <Alert color="gray" mb="md" icon={<IconArchive size={18} stroke={1.75} />}>
      {t('order.archive.text')}
    </Alert>
  )
}

/** Takes the order out of the archive: the next step of an archived order and of its returns. */
export function UnarchiveButton({ order }: { order: Order }) {
  const { t } = useTranslation()
  const send = useRouteMutation(orderArchiveApi.updateArchived)
  return (
    <Button
      loading={send.isPending}
      onClick={() => send.mutate({ params: { id: order._id }, body: { isArchived: false } })}
    >
      {t('order.archive.unarchive')}
    </Button>
  )
}

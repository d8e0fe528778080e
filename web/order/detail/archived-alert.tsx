import { Alert, Button, Group } from '@mantine/core'
import { IconArchive } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Order } from '#contract/order/order.ts'
import { orderArchiveApi } from '#contract/order/order-archive.ts'
import { useRouteMutation } from '../../lib/call/api.ts'

/** Says that an order is archived, with a button that takes it out of the archive. */
export function ArchivedAlert({ order, canChange }: { order: Order; canChange: boolean }) {
  const { t } = useTranslation()
  const send = useRouteMutation(orderArchiveApi.updateArchived)
  return (
    <Alert color="gray" mb="md" icon={<IconArchive size={18} stroke={1.75} />}>
      <Group justify="space-between" gap="sm">
        {t('order.archive.text')}
        {canChange && (
          <Button
            variant="default"
            size="compact-sm"
            loading={send.isPending}
            onClick={() => send.mutate({ params: { id: order._id }, body: { isArchived: false } })}
          >
            {t('order.archive.unarchive')}
          </Button>
        )}
      </Group>
    </Alert>
  )
}

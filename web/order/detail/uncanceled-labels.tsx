import { Alert, Button, Group } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Order } from '#contract/order/order.ts'
import { orderChangeApi } from '#contract/order/order-change.ts'
import { useOrderMutation } from '../change/use-order-mutation.ts'

type Props = { order: Order; parcelId: string; canChange: boolean }

/** The labels of a parcel that the label service did not cancel, with buttons to cancel each again or by hand. */
export function UncanceledLabels({ order, parcelId, canChange }: Props) {
  const { t } = useTranslation()
  const send = useOrderMutation(orderChangeApi.applyChange)
  const resolve = (label: string, isCanceled: boolean) =>
    send.mutate({
      params: { id: order._id },
      body: {
        version: order.version,
        change: { kind: 'resolveLabelCancellation', label, isCanceled },
      },
    })
  return order.uncanceledLabels
    .filter(({ parcel }) => parcel === parcelId)
    .map(({ _id, service, labelNumber }) => (
      <Alert
        key={_id}
        color="yellow"
        mt={8}
        p="xs"
        icon={<IconAlertTriangle size={18} stroke={1.75} />}
      >
        <div>{t('parcel.uncanceledLabel', { service })}</div>
        {labelNumber && <bdi>{labelNumber}</bdi>}
        {canChange && (
          <Group gap={8} mt={8}>
            <Button
              size="compact-sm"
              variant="default"
              disabled={send.isPending}
              onClick={() => resolve(_id, false)}
            >
              {t('parcel.retryCancellation')}
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              disabled={send.isPending}
              onClick={() => resolve(_id, true)}
            >
              {t('parcel.labelIsCanceled')}
            </Button>
          </Group>
        )}
      </Alert>
    ))
}

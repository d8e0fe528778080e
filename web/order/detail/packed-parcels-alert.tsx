import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orderFileApi } from '#contract/order/file/order-file.ts'
import type { Order } from '#contract/order/order.ts'
import type { Fulfillment } from '#contract/order/order-part.ts'
import { queryOptionsFor } from '../../lib/call/api.ts'
import { useFormatters } from '../../lib/formatters.ts'

const shippedStatuses: readonly Fulfillment['status'][] = ['shipped', 'delivered', 'lost']

/** Names the parcels that left or are packed, whose labels show the address before a change. */
export function PackedParcelsAlert({ order }: { order: Order }) {
  const { t } = useTranslation()
  const format = useFormatters()
  const { data: files } = useQuery(
    queryOptionsFor(orderFileApi.listFiles, { params: { id: order._id } }),
  )
  const packedParcels = order.fulfillments.filter(({ status }) => status === 'packed')
  const shippedParcels = order.fulfillments.filter(({ status }) => shippedStatuses.includes(status))
  if (packedParcels.length + shippedParcels.length === 0) return null
  const labeledIds = new Set(
    files?.filter(({ purpose }) => purpose === 'label').map(({ parcel }) => parcel),
  )
  const [labeled, unlabeled] = [true, false].map(hasLabel =>
    packedParcels.filter(({ _id }) => labeledIds.has(_id) === hasLabel),
  )
  const listNumbers = (parcels: Order['fulfillments']) => ({
    numbers: format.list(parcels.map(({ number }) => number)),
  })
  return (
    <Alert color="yellow" icon={<IconAlertTriangle size={18} stroke={1.75} />}>
      {shippedParcels.length > 0 && (
        <div>{t('parcel.shippedAddress', listNumbers(shippedParcels))}</div>
      )}
      {labeled && labeled.length > 0 && <div>{t('parcel.labelAddress', listNumbers(labeled))}</div>}
      {unlabeled && unlabeled.length > 0 && (
        <div>{t('parcel.packedAddress', listNumbers(unlabeled))}</div>
      )}
    </Alert>
  )
}

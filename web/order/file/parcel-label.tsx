import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orderFileApi } from '#contract/order/file/order-file.ts'
import { queryOptionsFor } from '../../lib/call/api.ts'
import { usePermission } from '../../lib/session/permission-gate.tsx'
import { DeleteFileButton } from './delete-file-button.tsx'
import { FileLink } from './file-link.tsx'

/** The label of a parcel, if it has one. */
export function ParcelLabel({ orderId, parcelId }: { orderId: string; parcelId: string }) {
  const { t } = useTranslation()
  const canWrite = usePermission('order:write')
  const { data } = useQuery(queryOptionsFor(orderFileApi.listFiles, { params: { id: orderId } }))
  const label = data?.find(({ purpose, parcel }) => purpose === 'label' && parcel === parcelId)
  if (!label) return null
  return (
    <Group gap={4} wrap="nowrap">
      {t('order.file.label')}: <FileLink file={label} />
      {canWrite && <DeleteFileButton file={label} />}
    </Group>
  )
}

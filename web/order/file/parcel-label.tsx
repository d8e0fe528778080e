import { Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { usePermission } from '../../lib/session/permission-gate.tsx'
import { DeleteFileButton } from './delete-file-button.tsx'
import { FileLink } from './file-link.tsx'
import { useParcelLabel } from './use-parcel-label.ts'

/** The label of a parcel, if it has one. */
export function ParcelLabel({ orderId, parcelId }: { orderId: string; parcelId: string }) {
  const { t } = useTranslation()
  const canWrite = usePermission('order:write')
  const label = useParcelLabel(orderId, parcelId)
  if (!label) return null
  return (
    <Group gap={4} wrap="nowrap">
      {t('orderFile.label')}: <FileLink file={label} />
      {canWrite && <DeleteFileButton file={label} />}
    </Group>
  )
}

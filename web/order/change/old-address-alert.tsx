import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { OrderChangePreview } from '#contract/order/order-change.ts'
import { useFormatters } from '../../lib/formatters.ts'

const texts = {
  shipped: 'parcel.shippedAddress',
  labeled: 'parcel.labelAddress',
  packed: 'parcel.packedAddress',
} as const

/** Names the parcels whose labels show the address before a change. */
export function OldAddressAlert({
  parcelsWithOldAddress: parcels,
}: Pick<OrderChangePreview, 'parcelsWithOldAddress'>) {
  const { t } = useTranslation()
  const format = useFormatters()
  if (parcels.length === 0) return null
  const parcelsByState = Map.groupBy(parcels, ({ state }) => state)
  return (
    <Alert color="yellow" icon={<IconAlertTriangle size={18} stroke={1.75} />}>
      {[...parcelsByState].map(([state, group]) => (
        <div key={state}>
          {t(texts[state], { numbers: format.list(group.map(({ number }) => number)) })}
        </div>
      ))}
    </Alert>
  )
}

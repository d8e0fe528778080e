import { ActionIcon, Anchor } from '@mantine/core'
import { IconPackage, IconPencil } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Order } from '#contract/order.ts'
import { useFormatters } from '../lib/formatters.ts'
import { SectionCard } from '../ui/page/section-card.tsx'
import { StatusBadge, type StatusTone } from '../ui/page/status-badge.tsx'
import css from './order.module.css'
import type { OrderDialog } from './use-order-dialog.ts'

type Parcel = Order['fulfillments'][number]
const parcelTones: Record<Parcel['status'], StatusTone> = {
  shipped: 'info',
  delivered: 'good',
  cancelled: 'neutral',
}

export function OrderParcelsCard({
  order,
  dialog,
}: {
  order: Order
  dialog: OrderDialog | undefined
}) {
  const { t } = useTranslation()
  return (
    <SectionCard title={t('order.detail.parcels')} flush>
      {order.fulfillments.map(parcel => (
        <ParcelRow
          key={parcel._id}
          parcel={parcel}
          onEdit={
            dialog && parcel.status !== 'cancelled'
              ? () => dialog.show(`tracking-${parcel._id}`)
              : undefined
          }
        />
      ))}
    </SectionCard>
  )
}

function ParcelRow({ parcel, onEdit }: { parcel: Parcel; onEdit: (() => void) | undefined }) {
  const { t } = useTranslation()
  const format = useFormatters()
  const { number, status, carrier, trackingNumber, trackingUrl, lines, shippedAt, deliveredAt } =
    parcel
  const trackingText = [carrier, trackingNumber].filter(Boolean).join(' ')
  return (
    <div className={css.parcel} data-cancelled={status === 'cancelled' || undefined}>
      <IconPackage size={20} stroke={1.5} className={css.parcelIcon} aria-hidden />
      <div className={css.grow}>
        <div className={css.row}>
          <span className={css.number}>{number}</span>
          <StatusBadge tone={parcelTones[status]} label={t(`order.parcel.${status}`)} />
        </div>
        <div className={css.small}>
          {t('order.parcel.pieces', { count: lines.reduce((sum, line) => sum + line.quantity, 0) })}
          {' · '}
          {deliveredAt
            ? t('order.parcel.deliveredAt', { at: format.dateTime(deliveredAt) })
            : t('order.parcel.shippedAt', { at: format.dateTime(shippedAt) })}
        </div>
        <div className={css.small}>
          {trackingUrl ? (
            <Anchor href={trackingUrl} target="_blank" rel="noreferrer" size="sm">
              {trackingText || t('order.tracking.follow')}
            </Anchor>
          ) : (
            trackingText || t('order.tracking.none')
          )}
        </div>
      </div>
      {onEdit && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('order.tracking.title', { number })}
          onClick={onEdit}
        >
          <IconPencil size={16} stroke={1.75} />
        </ActionIcon>
      )}
    </div>
  )
}

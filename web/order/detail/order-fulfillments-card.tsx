import { ActionIcon, Anchor } from '@mantine/core'
import { IconPackage, IconPencil } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Order } from '#contract/order/order.ts'
import { useFormatters } from '../../lib/formatters.ts'
import type { DialogParam } from '../../lib/navigation/use-dialog-param.ts'
import { StatusBadge, type StatusTone } from '../../ui/message/status-badge.tsx'
import { SectionCard } from '../../ui/page/section-card.tsx'
import textCss from '../order-text.module.css'
import css from './order-detail.module.css'

type Fulfillment = Order['fulfillments'][number]
const fulfillmentTones: Record<Fulfillment['status'], StatusTone> = {
  packed: 'neutral',
  shipped: 'info',
  delivered: 'good',
  lost: 'bad',
  cancelled: 'neutral',
}

export function OrderFulfillmentsCard({
  order,
  dialog,
}: {
  order: Order
  dialog: DialogParam | undefined
}) {
  const { t } = useTranslation()
  return (
    <SectionCard title={t('order.detail.shipments')} flush>
      {order.fulfillments.map(fulfillment => (
        <FulfillmentRow
          key={fulfillment._id}
          fulfillment={fulfillment}
          onEdit={
            dialog && fulfillment.status !== 'cancelled'
              ? () => dialog.open(`tracking-${fulfillment._id}`)
              : undefined
          }
        />
      ))}
    </SectionCard>
  )
}

function FulfillmentRow({
  fulfillment,
  onEdit,
}: {
  fulfillment: Fulfillment
  onEdit: (() => void) | undefined
}) {
  const { t } = useTranslation()
  const format = useFormatters()
  const { number, status, carrier, trackingNumber, trackingUrl, lines, shippedAt, deliveredAt } =
    fulfillment
  const units = lines.reduce((sum, line) => sum + line.quantity, 0)
  const trackingText = [carrier, trackingNumber].filter(Boolean).join(' ')
  return (
    <div className={css.entry} data-canceled={status === 'cancelled' || undefined}>
      <IconPackage size={20} stroke={1.5} className={css.entryIcon} aria-hidden />
      <div className={css.entryContent}>
        <div className={css.badges}>
          <bdi className={textCss.number}>{number}</bdi>
          <StatusBadge tone={fulfillmentTones[status]} label={t(`order.shipment.${status}`)} />
        </div>
        <div className={textCss.secondary}>
          {t('order.shipment.items', { count: units })}
          {' · '}
          {deliveredAt
            ? t('order.shipment.deliveredAt', { at: format.dateTime(deliveredAt) })
            : t('order.shipment.shippedAt', { at: format.dateTime(shippedAt) })}
        </div>
        <div className={textCss.secondary}>
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

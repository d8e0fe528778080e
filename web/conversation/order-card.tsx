import { Anchor, Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { hasOrderEmail, orderEmailApi } from '#contract/order/mail/order-email.ts'
import { type Order, type OrderRow, orderApi } from '#contract/order/order.ts'
import type { Fulfillment } from '#contract/order/order-part.ts'
import { queryOptionsFor, useRouteMutation } from '../lib/call/api.ts'
import { useFormatters } from '../lib/formatters.ts'
import { getRecordPath } from '../lib/navigation/record-paths.ts'
import { useCanCall, useHasPermission } from '../lib/session/session.ts'
import { OrderBadge, ParcelBadge, PaymentBadge } from '../order-status/order-badges.tsx'
import { LinkButton } from '../ui/page/link-button.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import css from './conversation.module.css'

/** The order of a conversation: its status, its parcels, and the actions that change it. */
export function OrderCard({ id }: { id: string }) {
  const { t } = useTranslation()
  const order = useQuery({
    ...queryOptionsFor(orderApi.get, { params: { id } }),
    enabled: useCanCall(orderApi.get),
  }).data
  return (
    order && (
      <SectionCard title={t('conversation.order')}>
        <OrderLine order={order} />
        {order.fulfillments
          .filter(({ status }) => status !== 'cancelled')
          .map(parcel => (
            <ParcelLine key={parcel._id} parcel={parcel} />
          ))}
        <OrderCardActions order={order} />
      </SectionCard>
    )
  )
}

export function OrderLine({ order }: { order: OrderRow | Order }) {
  const format = useFormatters()
  return (
    <div className={css.order}>
      <div className={css.orderHead}>
        <Anchor component={Link} to={getRecordPath('order', order._id)}>
          <bdi>{order.number}</bdi>
        </Anchor>
        <span className="sw-numbers">{format.money(order.total, order.currency)}</span>
      </div>
      <div className={css.orderStatus}>
        <OrderBadge status={order.status} />
        <PaymentBadge status={order.paymentStatus} />
        <span className={css.orderDate}>{format.date(order.createdAt)}</span>
      </div>
    </div>
  )
}

function ParcelLine({ parcel }: { parcel: Fulfillment }) {
  const { t } = useTranslation()
  const { number, status, carrier, trackingNumber, trackingUrl } = parcel
  const tracking = [carrier, trackingNumber].filter(Boolean).join(' ')
  return (
    <div className={css.order}>
      <div className={css.orderHead}>
        <bdi>{number}</bdi>
        <ParcelBadge status={status} />
      </div>
      {trackingUrl ? (
        <Anchor href={trackingUrl} target="_blank" rel="noreferrer" size="sm">
          {tracking || t('order.tracking.follow')}
        </Anchor>
      ) : (
        <span className="sw-dimmed">{tracking || t('order.tracking.none')}</span>
      )}
    </div>
  )
}

const unshippedStatuses = ['draft', 'pending', 'confirmed', 'processing', 'ready', 'on_hold']

function OrderCardActions({ order }: { order: Order }) {
  const { t } = useTranslation()
  const send = useRouteMutation(orderEmailApi.resendOrderEmail)
  const { _id, status, paidTotal, refundedTotal, archivedAt } = order
  if (!useHasPermission()('order:write') || archivedAt !== null) return null
  const links = [
    ...(paidTotal > refundedTotal ? [{ label: t('order.money.refund'), dialog: 'refund' }] : []),
    ...(unshippedStatuses.includes(status)
      ? [{ label: t('order.edit.shippingAddress'), dialog: 'shippingAddress' }]
      : []),
  ]
  return (
    (links.length > 0 || hasOrderEmail(order)) && (
      <Group gap="xs">
        {links.map(({ label, dialog }) => (
          <LinkButton
            key={dialog}
            label={label}
            to={`${getRecordPath('order', _id)}?do=${dialog}`}
            can="order:write"
          />
        ))}
        {hasOrderEmail(order) && (
          <Button
            variant="default"
            loading={send.isPending}
            onClick={() => send.mutate({ params: { id: _id } })}
          >
            {t('order.detail.resendOrderEmail')}
          </Button>
        )}
      </Group>
    )
  )
}

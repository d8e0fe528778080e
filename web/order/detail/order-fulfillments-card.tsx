import { Anchor } from '@mantine/core'
import { IconPackage } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Order } from '#contract/order/order.ts'
import type { Fulfillment } from '#contract/order/order-part.ts'
import { useFormatters } from '../../lib/formatters.ts'
import type { DialogParam } from '../../lib/navigation/use-dialog-param.ts'
import { useWeightUnit } from '../../lib/session/use-current-store.ts'
import { ParcelBadge } from '../../order-status/order-badges.tsx'
import { SectionCard } from '../../ui/page/section-card.tsx'
import { ParcelLabel } from '../file/parcel-label.tsx'
import textCss from '../order-text.module.css'
import css from './order-detail.module.css'
import { ParcelMenu } from './parcel-menu.tsx'
import { UncanceledLabels } from './uncanceled-labels.tsx'

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
          order={order}
          fulfillment={fulfillment}
          dialog={dialog}
        />
      ))}
    </SectionCard>
  )
}

function FulfillmentRow({
  order,
  fulfillment,
  dialog,
}: {
  order: Order
  fulfillment: Fulfillment
  dialog: DialogParam | undefined
}) {
  const { t } = useTranslation()
  const format = useFormatters()
  const { number, status, carrier, trackingNumber, trackingUrl, lines, service } = fulfillment
  const units = lines.reduce((sum, line) => sum + line.quantity, 0)
  const mergedInto = findMergeTarget(order, fulfillment)
  const trackingText = [carrier, service, trackingNumber].filter(Boolean).join(' ')
  const { createdAt, shippedAt, deliveredAt } = fulfillment
  function getTimeText() {
    if (deliveredAt) return t('order.shipment.deliveredAt', { at: format.dateTime(deliveredAt) })
    return shippedAt
      ? t('order.shipment.shippedAt', { at: format.dateTime(shippedAt) })
      : format.dateTime(createdAt)
  }
  return (
    <div className={css.entry} data-canceled={status === 'cancelled' || undefined}>
      <IconPackage size={20} stroke={1.5} className={css.entryIcon} aria-hidden />
      <div className={css.entryContent}>
        <div className={css.badges}>
          <bdi className={textCss.number}>{number}</bdi>
          <ParcelBadge
            status={status}
            {...(mergedInto && { label: t('parcel.mergedInto', { number: mergedInto }) })}
          />
        </div>
        <div className={textCss.secondary}>
          {!mergedInto && `${t('order.shipment.items', { count: units })} · `}
          {getTimeText()}
        </div>
        {!mergedInto && <ParcelLines order={order} parcel={fulfillment} />}
        <div className={textCss.secondary}>
          {trackingUrl ? (
            <Anchor href={trackingUrl} target="_blank" rel="noreferrer" inherit>
              {trackingText || t('order.tracking.follow')}
            </Anchor>
          ) : (
            trackingText || t('order.tracking.none')
          )}
        </div>
        <ParcelDetails order={order} parcel={fulfillment} />
        {fulfillment.note && <div className={textCss.secondary}>{fulfillment.note}</div>}
        <div className={textCss.secondary}>
          <ParcelLabel orderId={order._id} parcelId={fulfillment._id} />
        </div>
        <UncanceledLabels
          order={order}
          parcelId={fulfillment._id}
          canChange={dialog !== undefined}
        />
      </div>
      {dialog && <ParcelMenu order={order} parcel={fulfillment} dialog={dialog} />}
    </div>
  )
}

const endEvents = ['parcels_merged', 'parcel_cancelled']

/** Returns the number of the parcel that took over the items of a canceled one. */
function findMergeTarget({ timeline }: Order, { number, status }: Fulfillment): string | undefined {
  if (status !== 'cancelled') return undefined
  const end = timeline.findLast(
    ({ type, data }) => endEvents.includes(type) && data.fulfillment === number,
  )
  return end?.type === 'parcels_merged' ? `${end.data.otherFulfillment}` : undefined
}

/** The items of a parcel. */
function ParcelLines({ order, parcel }: { order: Order; parcel: Fulfillment }) {
  const format = useFormatters()
  return (
    <ul className={css.parcelLines}>
      {parcel.lines.map(({ line: id, quantity }) => {
        const line = order.lines.find(({ _id }) => _id === id)
        return (
          line && (
            <li key={id}>
              {format.number(quantity)} ×{' '}
              <bdi>{format.parts([line.title, line.variantTitle], ' – ')}</bdi>
            </li>
          )
        )
      })}
    </ul>
  )
}

/** The box, the weight and the postage of a parcel, as far as they are known. */
function ParcelDetails({ order, parcel }: { order: Order; parcel: Fulfillment }) {
  const { t } = useTranslation()
  const format = useFormatters()
  const weightUnit = useWeightUnit()
  const { box, weight, postage } = parcel
  const parts = [
    box,
    weight !== null && format.weight(weight, weightUnit),
    postage !== null && t('parcel.postageOf', { amount: format.money(postage, order.currency) }),
  ].filter(Boolean)
  return parts.length > 0 ? (
    <div className={textCss.secondary}>
      <bdi>{parts.join(' · ')}</bdi>
    </div>
  ) : null
}

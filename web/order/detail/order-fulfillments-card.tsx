import { ActionIcon, Anchor, Menu } from '@mantine/core'
import { useFileDialog } from '@mantine/hooks'
import { IconDots, IconPackage } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { attachmentTypes, orderFileApi } from '#contract/order/file/order-file.ts'
import { orderLabelApi } from '#contract/order/file/order-label.ts'
import type { Order } from '#contract/order/order.ts'
import { type OrderChange, orderChangeApi } from '#contract/order/order-change.ts'
import type { Fulfillment } from '#contract/order/order-part.ts'
import { type FulfillmentState, parcelTransitions } from '#contract/order/order-state.ts'
import { queryOptionsFor, useRouteMutation } from '../../lib/call/api.ts'
import { useFormatters } from '../../lib/formatters.ts'
import type { DialogParam } from '../../lib/navigation/use-dialog-param.ts'
import { StatusBadge, type StatusTone } from '../../ui/message/status-badge.tsx'
import { SectionCard } from '../../ui/page/section-card.tsx'
import { listMergeTargets } from '../change/order-merge-dialog.tsx'
import { useOrderMutation } from '../change/use-order-mutation.ts'
import { ParcelLabel } from '../file/parcel-label.tsx'
import { useFileUpload } from '../file/use-file-upload.ts'
import textCss from '../order-text.module.css'
import css from './order-detail.module.css'

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
          order={order}
          fulfillment={fulfillment}
          dialog={fulfillment.status === 'cancelled' ? undefined : dialog}
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
          <StatusBadge tone={fulfillmentTones[status]} label={t(`order.shipment.${status}`)} />
        </div>
        <div className={textCss.secondary}>
          {t('order.shipment.items', { count: units })}
          {' · '}
          {getTimeText()}
        </div>
        <div className={textCss.secondary}>
          {trackingUrl ? (
            <Anchor href={trackingUrl} target="_blank" rel="noreferrer" inherit>
              {trackingText || t('order.tracking.follow')}
            </Anchor>
          ) : (
            trackingText || t('order.tracking.none')
          )}
        </div>
        {fulfillment.note && <div className={textCss.secondary}>{fulfillment.note}</div>}
        <div className={textCss.secondary}>
          <ParcelLabel orderId={order._id} parcelId={fulfillment._id} />
        </div>
      </div>
      {dialog && <ParcelMenu order={order} fulfillment={fulfillment} dialog={dialog} />}
    </div>
  )
}

/** A parcel that was shipped by mistake is canceled here, not packed again. */
const listMenuTargets = (status: Fulfillment['status']) =>
  parcelTransitions[status].filter(target => target !== 'packed')

function ParcelMenu({
  order,
  fulfillment: { _id: parcel, number, status, lines },
  dialog,
}: {
  order: Order
  fulfillment: Fulfillment
  dialog: DialogParam
}) {
  const { t } = useTranslation()
  const send = useOrderMutation(orderChangeApi.applyChange)
  const apply = (change: OrderChange) =>
    send.mutate({ params: { id: order._id }, body: { version: order.version, change } })
  const setStatus = (target: FulfillmentState) =>
    apply({ kind: 'updateParcel', parcel, status: target })
  const isSplittable =
    status === 'packed' && lines.reduce((units, { quantity }) => units + quantity, 0) > 1
  const { uploadFiles } = useFileUpload(orderFileApi.addLabel, parcel)
  const labelDialog = useFileDialog({
    multiple: false,
    accept: attachmentTypes.join(','),
    resetOnOpen: true,
    onChange: files => void uploadFiles([...(files ?? [])]),
  })
  const labelService = useQuery(queryOptionsFor(orderLabelApi.getLabelService, {}))
  const createLabel = useRouteMutation(orderLabelApi.createLabel)
  const isMergeable = status === 'packed' && listMergeTargets(order, parcel).length > 0
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          loading={send.isPending || createLabel.isPending}
          aria-label={t('order.parcel.actions', { number })}
        >
          <IconDots size={16} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {listMenuTargets(status).map(target => (
          <Menu.Item
            key={target}
            color={target === 'cancelled' ? 'red' : undefined}
            onClick={() => setStatus(target)}
          >
            {t(`order.parcel.to.${target}`)}
          </Menu.Item>
        ))}
        <Menu.Item onClick={() => dialog.open(`tracking-${parcel}`)}>
          {t('order.tracking.edit')}
        </Menu.Item>
        <Menu.Item onClick={labelDialog.open}>{t('order.file.addLabel')}</Menu.Item>
        {labelService.data && (
          <Menu.Item onClick={() => createLabel.mutate({ params: { id: parcel } })}>
            {t('order.file.createLabel')}
          </Menu.Item>
        )}
        {isSplittable && (
          <Menu.Item onClick={() => dialog.open(`split-${parcel}`)}>
            {t('order.parcel.split')}
          </Menu.Item>
        )}
        {isMergeable && (
          <Menu.Item onClick={() => dialog.open(`merge-${parcel}`)}>
            {t('order.parcel.merge')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

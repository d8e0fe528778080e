import { useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { orderApi } from '#contract/order.ts'
import { queryOf } from '../lib/call/api.ts'
import { useFormat } from '../lib/format.ts'
import type { Warm } from '../lib/navigation/intent.ts'
import { useCan } from '../lib/session/can.tsx'
import { FulfillmentBadge, OrderBadge, PaymentBadge } from '../order-status/order-badges.tsx'
import { EditColumns } from '../ui/form/edit-form.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { OrderActions } from './order-actions.tsx'
import { OrderDialogs } from './order-dialogs.tsx'
import { OrderLinesCard } from './order-lines-card.tsx'
import { OrderParcelsCard } from './order-parcels-card.tsx'
import { OrderPaymentsCard } from './order-payments-card.tsx'
import { OrderSide } from './order-side.tsx'
import { OrderTimelineCard } from './order-timeline-card.tsx'
import { useOrderDialog } from './use-order-dialog.ts'

export function OrderDetailPage() {
  const { id = '' } = useParams()
  const { t } = useTranslation()
  const format = useFormat()
  const order = useSuspenseQuery(queryOf(orderApi.get, { params: { id } })).data
  const dialog = useOrderDialog()
  const mayWrite = useCan('order:write')
  return (
    <>
      <PageHeader
        title={order.number}
        back={{ to: '/apps/order/list', label: t('order.list.title') }}
        badges={
          <>
            <OrderBadge status={order.status} />
            <PaymentBadge status={order.paymentStatus} />
            <FulfillmentBadge status={order.fulfillmentStatus} />
          </>
        }
        subtitle={t('order.detail.placed', {
          at: format.dateTime(order.createdAt),
          source: t(`order.source.${order.source}`),
        })}
      >
        {mayWrite && <OrderActions order={order} dialog={dialog} />}
      </PageHeader>
      <EditColumns side={<OrderSide order={order} dialog={mayWrite ? dialog : undefined} />}>
        <OrderLinesCard order={order} />
        {order.fulfillments.length > 0 && (
          <OrderParcelsCard order={order} dialog={mayWrite ? dialog : undefined} />
        )}
        <OrderPaymentsCard order={order} dialog={mayWrite ? dialog : undefined} />
        <OrderTimelineCard order={order} />
      </EditColumns>
      {mayWrite && <OrderDialogs order={order} dialog={dialog} />}
    </>
  )
}
OrderDetailPage.warm = (({ client, id }) =>
  client.prefetchQuery(queryOf(orderApi.get, { params: { id } }))) satisfies Warm

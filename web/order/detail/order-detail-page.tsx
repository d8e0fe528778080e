import { useSuspenseQueries } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { orderApi } from '#contract/order/order.ts'
import { orderHintApi } from '#contract/order/order-hint.ts'
import { queryOptionsFor } from '../../lib/call/api.ts'
import { useFormatters } from '../../lib/formatters.ts'
import type { Prefetch } from '../../lib/navigation/prefetch-on-hover.ts'
import { useDialogParam } from '../../lib/navigation/use-dialog-param.ts'
import { FormGate, usePermission } from '../../lib/session/permission-gate.tsx'
import {
  ArchivedMark,
  FulfillmentBadge,
  OrderBadge,
  PaymentBadge,
  ReturnProgressBadge,
  saysFulfillment,
} from '../../order-status/order-badges.tsx'
import { EditColumns } from '../../ui/form/edit-form.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { OrderPrintMenu } from '../print/order-print-menu.tsx'
import { ArchivedAlert } from './archived-alert.tsx'
import { OrderActions } from './order-actions.tsx'
import { OrderDialogs } from './order-dialogs.tsx'
import { OrderFulfillmentsCard } from './order-fulfillments-card.tsx'
import { OrderHintsAlert } from './order-hints-alert.tsx'
import { OrderLinesCard } from './order-lines-card.tsx'
import { OrderPaymentsCard } from './order-payments-card.tsx'
import { OrderReturnsCard } from './order-returns-card.tsx'
import { OrderSide } from './order-side.tsx'
import { OrderTimelineCard } from './order-timeline-card.tsx'

const listQueries = (id: string) =>
  [
    queryOptionsFor(orderApi.get, { params: { id } }),
    queryOptionsFor(orderHintApi.getHints, { params: { id } }),
  ] as const

export function OrderDetailPage() {
  const { id = '' } = useParams()
  const { t } = useTranslation()
  const format = useFormatters()
  // The hints are above the cards, which would move if they arrived later.
  const [{ data: order }, { data: hints }] = useSuspenseQueries({ queries: listQueries(id) })
  const dialog = useDialogParam('do')
  const canWrite = usePermission('order:write')
  const canChange = canWrite && order.archivedAt === null
  const changeDialog = canChange ? dialog : undefined
  return (
    <>
      <PageHeader
        title={order.number}
        back={{ to: '/apps/order/list', label: t('order.list.title') }}
        badges={
          <>
            <OrderBadge status={order.status} />
            {order.archivedAt !== null && <ArchivedMark />}
            <PaymentBadge status={order.paymentStatus} />
            {!saysFulfillment(order) && <FulfillmentBadge status={order.fulfillmentStatus} />}
            <ReturnProgressBadge order={order} />
          </>
        }
        subtitle={t('order.detail.placed', {
          at: format.dateTime(order.createdAt),
          source: t(`order.source.${order.source}`),
        })}
      >
        <OrderPrintMenu order={order} />
        {canWrite && <OrderActions order={order} dialog={dialog} />}
      </PageHeader>
      {order.archivedAt !== null && <ArchivedAlert />}
      <OrderHintsAlert hints={hints} />
      <EditColumns sidebar={<OrderSide order={order} dialog={changeDialog} />}>
        <OrderLinesCard order={order} />
        {order.fulfillments.length > 0 && (
          <OrderFulfillmentsCard order={order} dialog={changeDialog} />
        )}
        {(order.returns.length > 0 || order.withdrawal) && (
          <OrderReturnsCard order={order} dialog={changeDialog} />
        )}
        <OrderPaymentsCard order={order} dialog={changeDialog} />
        <OrderTimelineCard order={order} />
      </EditColumns>
      <FormGate permission="order:write">
        {order.archivedAt === null && <OrderDialogs order={order} dialog={dialog} />}
      </FormGate>
    </>
  )
}
OrderDetailPage.prefetch = (({ client, id }) => {
  const [order, hints] = listQueries(id)
  return Promise.all([client.prefetchQuery(order), client.prefetchQuery(hints)])
}) satisfies Prefetch

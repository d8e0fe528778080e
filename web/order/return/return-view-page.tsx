import { Anchor } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { getSizedImageUrl } from '#contract/lib/image.ts'
import type { Order } from '#contract/order/order.ts'
import type { LinkedOrder, OrderReturn } from '#contract/order/order-part.ts'
import { returnApi } from '#contract/order/order-return.ts'
import { queryOptionsFor } from '../../lib/call/api.ts'
import { useFormatters } from '../../lib/formatters.ts'
import type { Prefetch } from '../../lib/navigation/prefetch-on-hover.ts'
import { getRecordPath, recordListPaths } from '../../lib/navigation/record-paths.ts'
import { useDialogParam } from '../../lib/navigation/use-dialog-param.ts'
import { FormGate, usePermission } from '../../lib/session/permission-gate.tsx'
import { LateBadge, ReturnBadge } from '../../order-status/return-badge.tsx'
import { EditColumns } from '../../ui/form/edit-form.tsx'
import { StatusBadge } from '../../ui/message/status-badge.tsx'
import { EntityCell } from '../../ui/page/entity-cell.tsx'
import { KeyValues } from '../../ui/page/key-values.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { SectionCard } from '../../ui/page/section-card.tsx'
import { ArchivedAlert, UnarchiveButton } from '../detail/archived-alert.tsx'
import { ReturnPhotos } from '../file/return-photos.tsx'
import css from './return.module.css'
import { ReturnActions } from './return-actions.tsx'
import { ReturnDialogs } from './return-dialogs.tsx'
import { SendBackCard } from './send-back-card.tsx'

/** A return or a claim with its units, from the request to the refund. */
export function ReturnViewPage() {
  const { id = '' } = useParams()
  const { t } = useTranslation()
  const order = useSuspenseQuery(queryOptionsFor(returnApi.getReturnOrder, { params: { id } })).data
  const dialog = useDialogParam('do')
  const canWrite = usePermission('order:write')
  const isArchived = order.archivedAt !== null
  const orderReturn = order.returns.find(({ _id }) => _id === id)
  if (!orderReturn) return null
  return (
    <>
      <PageHeader
        title={orderReturn.number}
        back={{ to: recordListPaths.return, label: t('returnDialog.return.title') }}
        badges={
          <>
            {orderReturn.kind === 'claim' && (
              <StatusBadge tone="neutral" label={t('orderReturn.kinds.claim')} />
            )}
            <ReturnBadge status={orderReturn.status} />
            {orderReturn.isLate && <LateBadge />}
          </>
        }
      >
        {canWrite && isArchived && <UnarchiveButton order={order} />}
        {canWrite && !isArchived && (
          <ReturnActions order={order} orderReturn={orderReturn} dialog={dialog} />
        )}
      </PageHeader>
      {isArchived && <ArchivedAlert />}
      <EditColumns
        sidebar={
          <>
            <SendBackCard order={order} orderReturn={orderReturn} dialog={dialog} />
            <RequestCard order={order} orderReturn={orderReturn} />
          </>
        }
      >
        <ReturnLinesCard order={order} orderReturn={orderReturn} />
      </EditColumns>
      <FormGate permission="order:write">
        {!isArchived && <ReturnDialogs order={order} orderReturn={orderReturn} dialog={dialog} />}
      </FormGate>
    </>
  )
}
ReturnViewPage.prefetch = (({ client, id }) =>
  client.prefetchQuery(
    queryOptionsFor(returnApi.getReturnOrder, { params: { id } }),
  )) satisfies Prefetch

type Props = { order: Order; orderReturn: OrderReturn }

const OrderLink = ({ order: { _id, number } }: { order: LinkedOrder }) => (
  <Anchor component={Link} to={getRecordPath('order', _id)}>
    <bdi>{number}</bdi>
  </Anchor>
)

function RequestCard({ order, orderReturn }: Props) {
  const { t } = useTranslation()
  const format = useFormatters()
  const { reason, answer } = orderReturn
  return (
    <SectionCard title={t('orderReturn.request')}>
      <KeyValues
        items={[
          {
            label: t('orderReturn.order'),
            value: <OrderLink order={order} />,
          },
          { label: t('orderReturn.customer'), value: <bdi>{order.customer.name || '–'}</bdi> },
          { label: t('orderReturn.requestedAt'), value: format.dateTime(orderReturn.createdAt) },
          {
            label: t('returnDialog.return.wish'),
            value: t(`returnDialog.return.wishes.${orderReturn.wish}`),
          },
          ...orderReturn.newOrders.map(newOrder => ({
            label: t(
              orderReturn.kind === 'claim'
                ? 'orderReturn.replacementOrder'
                : 'orderReturn.exchangeOrder',
            ),
            value: <OrderLink order={newOrder} />,
          })),
          ...order.refunds
            .filter(refund => refund.return === orderReturn._id)
            .map(({ amount, createdAt }) => ({
              label: t('orderReturn.quantities.refundedQuantity'),
              value: `${format.money(amount, order.currency)} · ${format.dateTime(createdAt)}`,
            })),
        ]}
      />
      {reason && (
        <p className={css.text} dir="auto">
          {reason}
        </p>
      )}
      <ReturnPhotos orderId={order._id} returnId={orderReturn._id} />
      {answer && (
        <div>
          <h3 className={css.heading}>{t('orderReturn.answer')}</h3>
          <p className={css.text} dir="auto">
            {answer}
          </p>
        </div>
      )}
    </SectionCard>
  )
}

const quantities = [
  'quantity',
  'receivedQuantity',
  'damagedQuantity',
  'restockedQuantity',
  'missingQuantity',
  'replacedQuantity',
  'refundedQuantity',
] as const

function ReturnLinesCard({ order, orderReturn }: Props) {
  const { t } = useTranslation()
  const format = useFormatters()
  return (
    <SectionCard title={t('orderReturn.items')}>
      {orderReturn.lines.map(returnLine => {
        const line = order.lines.find(({ _id }) => _id === returnLine.line)
        return (
          <div key={returnLine.line} className={css.line}>
            <EntityCell
              imageUrl={line?.image ? getSizedImageUrl(line.image, 160) : null}
              title={line?.title ?? ''}
              details={format.parts([
                line?.variantTitle,
                t(`returnDialog.return.reasons.${returnLine.reason}`),
              ])}
            />
            <KeyValues
              numbers
              items={quantities
                .filter(field => returnLine[field] > 0)
                .map(field => ({
                  label: t(`orderReturn.quantities.${field}`),
                  value: format.number(returnLine[field]),
                }))}
            />
          </div>
        )
      })}
    </SectionCard>
  )
}

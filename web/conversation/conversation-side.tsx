import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Conversation } from '#contract/desk/conversation.ts'
import { formatEmail } from '#contract/lib/text/readable-domain.ts'
import { type OrderRow, orderApi } from '#contract/order/order.ts'
import { queryOptionsFor } from '../lib/call/api.ts'
import { useFormatters } from '../lib/formatters.ts'
import { getRecordPath } from '../lib/navigation/record-paths.ts'
import { useCanCall } from '../lib/session/session.ts'
import { OrderBadge, PaymentBadge } from '../order-status/order-badges.tsx'
import { CardStack } from '../ui/form/edit-form.tsx'
import { CopyableText } from '../ui/page/copyable-text.tsx'
import { KeyValues } from '../ui/page/key-values.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import css from './conversation.module.css'
import { ConversationProperties } from './conversation-properties.tsx'

/** The facts beside the messages: the person, the order and the latest orders. */
export function ConversationSide({ conversation }: { conversation: Conversation }) {
  const { customer, order } = conversation
  return (
    <CardStack>
      <ConversationProperties conversation={conversation} />
      <PersonCard conversation={conversation} />
      {order && <OrderCard id={order._id} />}
      {customer && <LatestOrders customer={customer._id} linkedOrder={order?._id} />}
    </CardStack>
  )
}

function PersonCard({ conversation }: { conversation: Conversation }) {
  const { t } = useTranslation()
  const { name, email, orderNumber, order, customer, product } = conversation
  return (
    <SectionCard title={t('conversation.details')}>
      <KeyValues
        items={[
          { label: t('conversation.name'), value: <bdi>{name}</bdi> },
          ...(email
            ? [
                {
                  label: t('conversation.email'),
                  value: (
                    <CopyableText text={formatEmail(email)} label={t('conversation.copyEmail')} />
                  ),
                },
              ]
            : []),
          ...(customer
            ? [
                {
                  label: t('conversation.customer'),
                  value: (
                    <Anchor component={Link} to={getRecordPath('customer', customer._id)}>
                      <bdi>{customer.name || t('conversation.openCustomer')}</bdi>
                    </Anchor>
                  ),
                },
              ]
            : []),
          ...(orderNumber && !order
            ? [{ label: t('conversation.order'), value: <bdi>{orderNumber}</bdi> }]
            : []),
          ...(product
            ? [
                {
                  label: t('conversation.product'),
                  value: (
                    <Anchor component={Link} to={getRecordPath('product', product._id)}>
                      <bdi>{product.title}</bdi>
                    </Anchor>
                  ),
                },
              ]
            : []),
        ]}
      />
    </SectionCard>
  )
}

function OrderCard({ id }: { id: string }) {
  const { t } = useTranslation()
  const order = useQuery({
    ...queryOptionsFor(orderApi.get, { params: { id } }),
    enabled: useCanCall(orderApi.get),
  }).data
  return (
    order && (
      <SectionCard title={t('conversation.order')}>
        <OrderLine order={order} />
      </SectionCard>
    )
  )
}

function LatestOrders({
  customer,
  linkedOrder,
}: {
  customer: string
  linkedOrder: string | undefined
}) {
  const { t } = useTranslation()
  const orders = useQuery({
    ...queryOptionsFor(orderApi.list, { query: { customer, perPage: 5 } }),
    enabled: useCanCall(orderApi.list),
  }).data?.items.filter(({ _id }) => _id !== linkedOrder)
  if (!orders || orders.length === 0) return null
  return (
    <SectionCard title={t('conversation.latestOrders')}>
      {orders.map(order => (
        <OrderLine key={order._id} order={order} />
      ))}
    </SectionCard>
  )
}

function OrderLine({ order }: { order: OrderRow }) {
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

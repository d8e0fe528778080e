import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Conversation } from '#contract/desk/conversation.ts'
import { formatEmail } from '#contract/lib/text/readable-domain.ts'
import { orderApi } from '#contract/order/order.ts'
import { queryOptionsFor } from '../lib/call/api.ts'
import { getRecordPath } from '../lib/navigation/record-paths.ts'
import { useCanCall } from '../lib/session/session.ts'
import { CardStack } from '../ui/form/edit-form.tsx'
import { CopyableText } from '../ui/page/copyable-text.tsx'
import { KeyValues } from '../ui/page/key-values.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import { ConversationProperties } from './conversation-properties.tsx'
import { OrderCard, OrderLine } from './order-card.tsx'

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
  const { channel, name, email, orderNumber, order, customer, product } = conversation
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
      {channel === 'chat' && <p className="sw-dimmed">{t('conversation.unconfirmedEmail')}</p>}
    </SectionCard>
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

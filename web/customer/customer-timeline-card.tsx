import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Customer } from '#contract/customer/customer.ts'
import { orderApi } from '#contract/order/order.ts'
import { queryOptionsFor } from '../lib/call/api.ts'
import { OrderTimeline, OrderTimelineEvent, TimelineItem } from '../order-status/order-timeline.tsx'
import { QueryBoundary } from '../ui/page/query-boundary.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'

/** Shows the latest events of the customer's orders, and the day the customer was added. */
export function CustomerTimelineCard({ customer: { _id: id, createdAt } }: { customer: Customer }) {
  const { t } = useTranslation()
  const events = useQuery(queryOptionsFor(orderApi.listCustomerEvents, { params: { id } }))
  return (
    <SectionCard title={t('order.detail.timeline')}>
      <QueryBoundary query={events}>
        {items => (
          <OrderTimeline>
            {items.map(event => (
              <OrderTimelineEvent
                key={event._id}
                event={event}
                currency={event.order.currency}
                order={event.order}
              />
            ))}
            <TimelineItem at={createdAt} title={t('customer.view.added')} />
          </OrderTimeline>
        )}
      </QueryBoundary>
    </SectionCard>
  )
}

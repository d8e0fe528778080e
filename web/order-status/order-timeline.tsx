import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { OrderEvent } from '#contract/order/order-part.ts'
import { useFormatters } from '../lib/formatters.ts'
import { getRecordPath } from '../lib/navigation/record-paths.ts'
import css from './order-timeline.module.css'
import { useOrderEventLabels } from './use-order-event-labels.ts'

/** A list of events, newest first. */
export const OrderTimeline = ({ children }: { children: ReactNode }) => (
  <ol className={css.timeline}>{children}</ol>
)

/** An event of an order. With `order` it links to the order, and `onOpen` shows its changes. */
export function OrderTimelineEvent({
  event,
  currency,
  order,
  onOpen,
  actions,
}: {
  event: Omit<OrderEvent, 'isEditable'>
  currency: string
  order?: { _id: string; number: string }
  onOpen?: (() => void) | undefined
  actions?: ReactNode
}) {
  const { t } = useTranslation()
  const { title: text, details, quote, orderId } = useOrderEventLabels()(event, currency)
  const title = orderId ? <Link to={getRecordPath('order', orderId)}>{text}</Link> : text
  return (
    <TimelineItem
      at={event.at}
      title={
        order ? (
          <>
            <Link className={css.orderLink} to={getRecordPath('order', order._id)}>
              {order.number}
            </Link>{' '}
            {title}
          </>
        ) : (
          title
        )
      }
    >
      <span className={css.eventDetails}>
        {event.actor && <bdi>{event.actor}</bdi>}
        {event.actor && details && ' · '}
        {details && <bdi>{details}</bdi>}
        {onOpen && (
          <>
            {(event.actor || details) && ' · '}
            <Anchor component="button" type="button" size="xs" onClick={onOpen}>
              {t('order.change.show')}
            </Anchor>
          </>
        )}
        {actions && (
          <>
            {event.actor && ' · '}
            {actions}
          </>
        )}
      </span>
      {quote && <div className={css.quote}>{quote}</div>}
    </TimelineItem>
  )
}

/** One entry of a timeline with its time. */
export function TimelineItem({
  at,
  title,
  children,
}: {
  at: string
  title: ReactNode
  children?: ReactNode
}) {
  const format = useFormatters()
  return (
    <li className={css.event}>
      <span>{title}</span>
      <time dateTime={at} title={format.dateTime(at)}>
        {format.relativeTime(at)}
      </time>
      {children}
    </li>
  )
}

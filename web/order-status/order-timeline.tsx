import { Anchor } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { OrderEvent } from '#contract/order/order-part.ts'
import { useFormatters } from '../lib/formatters.ts'
import { getRecordPath } from '../lib/navigation/record-paths.ts'
import { useHasPermission } from '../lib/session/session.ts'
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
  const hasPermission = useHasPermission()
  const labels = useOrderEventLabels()(event, currency)
  const { title: text, details, quote, record, isAutomatic, editedAt } = labels
  const title =
    record && hasPermission(`${record.type}:read`) ? (
      <Anchor component={Link} inherit to={getRecordPath(record.type, record.id)}>
        {text}
      </Anchor>
    ) : (
      text
    )
  const actor = event.actor || (isAutomatic ? t('orderEvent.system') : '')
  const parts: [string, ReactNode][] = [
    ['actor', actor && <bdi>{actor}</bdi>],
    ['details', details && <bdi>{details}</bdi>],
    ['editedAt', editedAt && <EditedTime at={editedAt} />],
    [
      'changes',
      onOpen && (
        <Anchor component="button" type="button" size="xs" onClick={onOpen}>
          {t('order.change.show')}
        </Anchor>
      ),
    ],
    ['actions', actions],
  ]
  return (
    <TimelineItem
      at={event.at}
      title={
        order ? (
          <>
            <Link className={css.orderLink} to={getRecordPath('order', order._id)}>
              <bdi>{order.number}</bdi>
            </Link>{' '}
            {title}
          </>
        ) : (
          title
        )
      }
    >
      <span className={css.eventDetails}>
        {parts
          .filter(([, part]) => part)
          .map(([key, part], index) => (
            <Fragment key={key}>
              {index > 0 && ' · '}
              {part}
            </Fragment>
          ))}
      </span>
      {quote && <div className={css.quote}>{quote}</div>}
    </TimelineItem>
  )
}

/** When a note was last edited. */
function EditedTime({ at }: { at: string }) {
  const { t } = useTranslation()
  const format = useFormatters()
  return (
    <time dateTime={at} title={format.dateTime(at)}>
      {t('orderEvent.noteEdited', { time: format.relativeTime(at) })}
    </time>
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

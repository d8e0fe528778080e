import { Button, Group, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { findMaxLength } from '#contract/lib/schema-values.ts'
import { type Order, type OrderEvent, orderApi } from '#contract/order.ts'
import { useRouteMutation } from '../lib/call/api.ts'
import { useFormatters } from '../lib/formatters.ts'
import { PermissionGate } from '../lib/session/permission-gate.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import css from './order-detail.module.css'
import { useOrderEventLabels } from './use-order-event-labels.ts'

/** The events of an order, newest first, with a form for a note. */
export function OrderTimelineCard({ order }: { order: Order }) {
  const { t } = useTranslation()
  return (
    <SectionCard title={t('order.detail.timeline')}>
      <PermissionGate permission="order:write">
        <NoteForm id={order._id} />
      </PermissionGate>
      <ol className={css.timeline}>
        {order.timeline.toReversed().map(event => (
          <TimelineEvent key={event._id} event={event} currency={order.currency} />
        ))}
      </ol>
    </SectionCard>
  )
}

function NoteForm({ id }: { id: string }) {
  const { t } = useTranslation()
  const send = useRouteMutation(orderApi.addNote, { isSilent: true })
  const [text, setText] = useState('')
  const addNote = () =>
    text.trim() &&
    !send.isPending &&
    send.mutate({ params: { id }, body: { text: text.trim() } }, { onSuccess: () => setText('') })
  return (
    <div>
      <Textarea
        aria-label={t('order.timeline.note')}
        placeholder={t('order.timeline.placeholder')}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={findMaxLength(orderApi.addNote.body, 'text')}
        value={text}
        onChange={event => setText(event.currentTarget.value)}
        onKeyDown={event => (event.ctrlKey || event.metaKey) && event.key === 'Enter' && addNote()}
      />
      {text.trim() !== '' && (
        <Group justify="flex-end" mt={8}>
          <Button size="compact-md" loading={send.isPending} onClick={addNote}>
            {t('order.timeline.add')}
          </Button>
        </Group>
      )}
    </div>
  )
}

function TimelineEvent({ event, currency }: { event: OrderEvent; currency: string }) {
  const format = useFormatters()
  const { title, details, quote } = useOrderEventLabels()(event, currency)
  return (
    <li className={css.event}>
      <span>{title}</span>
      <time dateTime={event.at} title={format.dateTime(event.at)}>
        {format.relativeTime(event.at)}
      </time>
      <span className={css.eventDetails}>
        {event.actor && <bdi>{event.actor}</bdi>}
        {event.actor && details && ' · '}
        {details && <bdi>{details}</bdi>}
      </span>
      {quote && <div className={css.quote}>{quote}</div>}
    </li>
  )
}

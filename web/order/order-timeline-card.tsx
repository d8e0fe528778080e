import { Button, Group, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Order, type OrderEvent, orderApi } from '#contract/order.ts'
import { useSend } from '../lib/call/api.ts'
import { useFormat } from '../lib/format.ts'
import { Can } from '../lib/session/can.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import css from './order.module.css'
import { useOrderEventWords } from './use-order-event-words.ts'

/** What happened to the order, newest first, with a box for a note at the top. */
export function OrderTimelineCard({ order }: { order: Order }) {
  const { t } = useTranslation()
  return (
    <SectionCard title={t('order.detail.timeline')}>
      <Can do="order:write">
        <NoteBox id={order._id} />
      </Can>
      <ol className={css.timeline}>
        {order.timeline.toReversed().map(event => (
          <Event key={event._id} event={event} currency={order.currency} />
        ))}
      </ol>
    </SectionCard>
  )
}

function NoteBox({ id }: { id: string }) {
  const { t } = useTranslation()
  const send = useSend(orderApi.addNote, { quiet: true })
  const [text, setText] = useState('')
  const add = () =>
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
        maxLength={1000}
        value={text}
        onChange={event => setText(event.currentTarget.value)}
        onKeyDown={event => (event.ctrlKey || event.metaKey) && event.key === 'Enter' && add()}
      />
      {text.trim() !== '' && (
        <Group justify="flex-end" mt={8}>
          <Button size="compact-md" loading={send.isPending} onClick={add}>
            {t('order.timeline.add')}
          </Button>
        </Group>
      )}
    </div>
  )
}

function Event({ event, currency }: { event: OrderEvent; currency: string }) {
  const format = useFormat()
  const { title, line, quote } = useOrderEventWords()(event, currency)
  return (
    <li className={css.event}>
      <span>{title}</span>
      <time dateTime={event.at} title={format.dateTime(event.at)}>
        {format.ago(event.at)}
      </time>
      <span className={css.said}>
        {event.actor && <bdi>{event.actor}</bdi>}
        {event.actor && line && ' · '}
        {line && <bdi>{line}</bdi>}
      </span>
      {quote && <div className={css.quote}>{quote}</div>}
    </li>
  )
}

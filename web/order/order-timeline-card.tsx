import { Button, Group, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { findMaxLength } from '#contract/lib/schema-values.ts'
import { type Order, orderApi } from '#contract/order.ts'
import { useRouteMutation } from '../lib/call/api.ts'
import { PermissionGate } from '../lib/session/permission-gate.tsx'
import { OrderTimeline, OrderTimelineEvent } from '../order-status/order-timeline.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'

/** The events of an order, newest first, with a form for a note. */
export function OrderTimelineCard({ order }: { order: Order }) {
  const { t } = useTranslation()
  return (
    <SectionCard title={t('order.detail.timeline')}>
      <PermissionGate permission="order:write">
        <NoteForm id={order._id} />
      </PermissionGate>
      <OrderTimeline>
        {order.timeline.toReversed().map(event => (
          <OrderTimelineEvent key={event._id} event={event} currency={order.currency} />
        ))}
      </OrderTimeline>
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

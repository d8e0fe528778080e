import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Order } from '#contract/order/order.ts'
import type { OrderEvent } from '#contract/order/order-part.ts'
import { FormGate, usePermission } from '../../lib/session/permission-gate.tsx'
import { OrderTimeline, OrderTimelineEvent } from '../../order-status/order-timeline.tsx'
import { SectionCard } from '../../ui/page/section-card.tsx'
import { OrderChangeDialog } from '../change/order-change-dialog.tsx'
import { OrderNoteActions } from './order-note-actions.tsx'
import { OrderNoteForm } from './order-note-form.tsx'

/** The events of an order, newest first, with a form for a note. */
export function OrderTimelineCard({ order }: { order: Order }) {
  const { t } = useTranslation()
  const canWrite = usePermission('order:write')
  const [addedCount, setAddedCount] = useState(0)
  const [openedEvent, setOpenedEvent] = useState<OrderEvent>()
  return (
    <SectionCard title={t('order.detail.timeline')}>
      <FormGate permission="order:write">
        <OrderNoteForm
          key={addedCount}
          id={order._id}
          onAdded={() => setAddedCount(addedCount + 1)}
        />
      </FormGate>
      <OrderTimeline>
        {order.timeline.toReversed().map(event => (
          <OrderTimelineEvent
            key={event._id}
            event={event}
            currency={order.currency}
            onOpen={event.hasDetails ? () => setOpenedEvent(event) : undefined}
            actions={canWrite && event.isEditable && <OrderNoteActions event={event} />}
          />
        ))}
      </OrderTimeline>
      {openedEvent && (
        <OrderChangeDialog
          event={openedEvent}
          currency={order.currency}
          onClose={() => setOpenedEvent(undefined)}
        />
      )}
    </SectionCard>
  )
}

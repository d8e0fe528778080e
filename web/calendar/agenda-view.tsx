import { useTranslation } from 'react-i18next'
import type { CalendarItem } from '#contract/desk/calendar-event.ts'
import { formatDueDay } from '../desk/due-text.ts'
import { useFormatters } from '../lib/formatters.ts'
import { EmptyState } from '../ui/message/empty-state.tsx'
import css from './agenda-view.module.css'
import { CalendarItemLink } from './calendar-item-link.tsx'
import { getDayPart, getLastDay, listDays } from './calendar-time.ts'
import { getItemKey } from './item-look.ts'

const loadDrawing = () => import('../ui/art/no-notifications.svg?raw')

/** The days of a period that have items, as a list. */
export function AgendaView({
  items,
  from,
  to,
  today,
}: {
  items: readonly CalendarItem[]
  from: string
  to: string
  today: string
}) {
  const { t } = useTranslation()
  const format = useFormatters()
  const days = listDays(from, to)
    .map(day => ({
      day,
      dayItems: items.filter(item => getDayPart(item.start) <= day && getLastDay(item) >= day),
    }))
    .filter(({ dayItems }) => dayItems.length > 0)
  if (days.length === 0)
    return (
      <div className={css.card}>
        <EmptyState
          drawing={loadDrawing}
          title={t('calendar.empty')}
          text={t('calendar.emptyText')}
        />
      </div>
    )
  return (
    <div className={css.card}>
      {days.map(({ day, dayItems }) => (
        <section key={day} className={css.day} data-today={day === today || undefined}>
          <h2 className={css.date}>
            {formatDueDay(format, day, today)}
            <span className={css.fullDate}>{format.day(day)}</span>
          </h2>
          <div className={css.items}>
            {dayItems.map(item => (
              <CalendarItemLink key={getItemKey(item)} item={item} canDrag={false} />
            ))}
          </div>
        </section>
      ))}
    </div>
  )
}

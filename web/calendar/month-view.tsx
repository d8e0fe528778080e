import { useTranslation } from 'react-i18next'
import type { CalendarItem } from '#contract/desk/calendar-event.ts'
import { useFormatters } from '../lib/formatters.ts'
import { CalendarItemLink } from './calendar-item-link.tsx'
import { getDayPart, listDays } from './calendar-time.ts'
import { allowDrop, findColumn, takeDropped } from './drag-item.ts'
import { getItemKey } from './item-look.ts'
import css from './month-view.module.css'
import { placeInRow } from './place-items.ts'

export type GridProps = {
  items: readonly CalendarItem[]
  from: string
  to: string
  today: string
  canEdit: boolean
  /** The user has chosen an empty place: a day, or a time. */
  onAdd: (time: string) => void
  onOpenDay: (day: string) => void
  /** The user has dragged an item by some minutes. */
  onMove: (item: CalendarItem, minutes: number) => void
}

const shownLines = 3
const columns = 7
const dayMinutes = 1440

/** The weeks of a month. Each day shows its first items, and a link to the others. */
export function MonthView({ month, ...props }: GridProps & { month: string }) {
  const format = useFormatters()
  const days = listDays(props.from, props.to)
  const weeks = Array.from({ length: days.length / columns }, (_, index) =>
    days.slice(index * columns, (index + 1) * columns),
  )
  return (
    <div className={css.month}>
      <div className={css.weekdays} aria-hidden>
        {weeks[0]?.map(day => (
          <span key={day}>{format.day(day, { weekday: 'short' })}</span>
        ))}
      </div>
      {weeks.map(week => (
        <MonthWeek key={week[0]} {...props} month={month} days={week} />
      ))}
    </div>
  )
}

function MonthWeek({
  days,
  month,
  items,
  today,
  canEdit,
  onAdd,
  onOpenDay,
  onMove,
}: GridProps & { days: string[]; month: string }) {
  const { t } = useTranslation()
  const format = useFormatters()
  const placed = placeInRow(items, days[0] ?? '', days.at(-1) ?? '')
  const countHidden = (column: number) =>
    placed.filter(
      ({ line, column: first, span }) =>
        line >= shownLines && first <= column && column < first + span,
    ).length
  const countAll = (column: number) =>
    placed.filter(({ column: first, span }) => first <= column && column < first + span).length
  return (
    <div
      className={css.week}
      role="group"
      aria-label={format.dateRange(days[0] ?? '', days.at(-1) ?? '')}
      onDragOver={allowDrop}
      onDrop={event => {
        const dropped = takeDropped(event)
        const day = days[findColumn(event.currentTarget, event.clientX, columns)]
        if (!dropped || day === undefined) return
        const distance = Date.parse(day) - Date.parse(getDayPart(dropped.item.start))
        onMove(dropped.item, Math.round(distance / 60_000 / dayMinutes) * dayMinutes)
      }}
    >
      {days.map((day, column) => {
        const date = format.day(day, { dateStyle: 'full' })
        return (
          <button
            key={day}
            type="button"
            className={css.day}
            style={{ gridColumn: column + 1 }}
            data-today={day === today || undefined}
            data-outside={!day.startsWith(month) || undefined}
            data-calendar-day={day}
            aria-label={canEdit ? t('calendar.addOn', { date }) : date}
            aria-current={day === today ? 'date' : undefined}
            onClick={() => onAdd(day)}
          >
            <span className={css.number}>{format.day(day, { day: 'numeric' })}</span>
            <span className={css.dots} aria-hidden>
              {countAll(column) > 0 && format.number(countAll(column))}
            </span>
          </button>
        )
      })}
      {placed
        .filter(({ line }) => line < shownLines)
        .map(({ item, column, span, line, startsBefore, endsAfter }) => (
          <CalendarItemLink
            key={getItemKey(item)}
            item={item}
            canDrag={canEdit}
            startsBefore={startsBefore}
            endsAfter={endsAfter}
            style={{ gridColumn: `${column + 1} / span ${span}`, gridRow: line + 2 }}
          />
        ))}
      {days.map((day, column) => {
        const count = countHidden(column)
        return count === 0 ? null : (
          <button
            key={day}
            type="button"
            className={css.more}
            style={{ gridColumn: column + 1, gridRow: shownLines + 2 }}
            aria-label={t('calendar.moreOn', {
              count,
              date: format.day(day, { dateStyle: 'full' }),
            })}
            onClick={() => onOpenDay(day)}
          >
            {t('calendar.more', { count })}
          </button>
        )
      })}
    </div>
  )
}

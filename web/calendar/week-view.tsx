import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { CalendarItem } from '#contract/desk/calendar-event.ts'
import { formatTimeOfDay } from '../desk/due-text.ts'
import { useFormatters } from '../lib/formatters.ts'
import { toLocalTime } from '../lib/time-zone.ts'
import { CalendarItemLink } from './calendar-item-link.tsx'
import { getDayPart, getDistance, getLastDay, getMinutes, listDays } from './calendar-time.ts'
import { allowDrop, findColumn, takeDropped } from './drag-item.ts'
import { getItemKey } from './item-look.ts'
import type { GridProps } from './month-view.tsx'
import { type PlacedTime, placeInDay, placeInRow } from './place-items.ts'
import { ResizeHandle } from './resize-handle.tsx'
import css from './week-view.module.css'

const hourHeight = 48
const firstShownHour = 7
const stepMinutes = 15
const dayMinutes = 1440
const hours = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`)

export type WeekProps = GridProps & {
  /** The user has moved the end of an item by some minutes. */
  onResize: (item: CalendarItem, minutes: number) => void
}

const toMinutes = (pixels: number) =>
  Math.round(((pixels / hourHeight) * 60) / stepMinutes) * stepMinutes
const toTime = (minutes: number) =>
  new Date(Math.min(Math.max(minutes, 0), dayMinutes - stepMinutes) * 60_000)
    .toISOString()
    .slice(11, 16)

/** The days of a week with their hours. Items of whole days are above. */
export function WeekView(props: WeekProps) {
  const format = useFormatters()
  const { items, from, to, today } = props
  const days = listDays(from, to)
  const isLong = (item: CalendarItem) =>
    item.isAllDay || getDayPart(item.start) !== getLastDay(item)
  const scroll = useRef<HTMLDivElement>(null)
  useEffect(function showWorkingHours() {
    if (scroll.current) scroll.current.scrollTop = firstShownHour * hourHeight
  }, [])
  return (
    <div
      className={css.scroll}
      ref={scroll}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls the hours
      tabIndex={0}
      role="group"
      aria-label={format.dateRange(from, to)}
    >
      <div className={css.head}>
        <div className={css.days}>
          {days.map(day => (
            <span key={day} className={css.dayName} data-today={day === today || undefined}>
              {format.day(day, { weekday: 'short', day: 'numeric' })}
            </span>
          ))}
        </div>
        <LongItems {...props} days={days} items={items.filter(isLong)} />
      </div>
      <div className={css.body}>
        <div className={css.hours} aria-hidden>
          {hours.slice(1).map(hour => (
            <span key={hour}>{formatTimeOfDay(format, hour)}</span>
          ))}
        </div>
        <Hours {...props} days={days} items={items.filter(item => !isLong(item))} />
      </div>
    </div>
  )
}

function LongItems({ items, days, canEdit, onAdd, onMove }: WeekProps & { days: string[] }) {
  const { t } = useTranslation()
  const format = useFormatters()
  const placedItems = placeInRow(items, days[0] ?? '', days.at(-1) ?? '')
  const lines = Math.max(1, ...placedItems.map(({ line }) => line + 1))
  return (
    <div
      className={css.long}
      role="group"
      aria-label={t('calendar.field.allDay')}
      onDragOver={allowDrop}
      onDrop={event => {
        const dropped = takeDropped(event)
        const day = days[findColumn(event.currentTarget, event.clientX, days.length)]
        if (!dropped || day === undefined) return
        onMove(
          dropped.item,
          (Date.parse(day) - Date.parse(getDayPart(dropped.item.start))) / 60_000,
        )
      }}
    >
      {days.map((day, column) => (
        <button
          key={day}
          type="button"
          className={css.longDay}
          style={{ gridColumn: column + 1, gridRow: `1 / span ${lines}` }}
          aria-label={t('calendar.addOn', { date: format.day(day, { dateStyle: 'full' }) })}
          disabled={!canEdit}
          onClick={() => onAdd(day)}
        />
      ))}
      {placedItems.map(({ item, column, span, ...rest }) => (
        <CalendarItemLink
          key={getItemKey(item)}
          item={item}
          canDrag={canEdit}
          startsBefore={rest.startsBefore}
          endsAfter={rest.endsAfter}
          style={{ gridColumn: `${column + 1} / span ${span}`, gridRow: rest.line + 1 }}
        />
      ))}
    </div>
  )
}

/** A click on an empty place adds an event at its time. The keyboard adds one by the button of the page. */
function Hours({
  items,
  days,
  today,
  canEdit,
  onAdd,
  onMove,
  onResize,
}: WeekProps & { days: string[] }) {
  const findTime = (
    element: HTMLElement,
    { clientX, clientY }: { clientX: number; clientY: number },
  ) => ({
    day: days[findColumn(element, clientX, days.length)] ?? days[0] ?? '',
    minutes: toMinutes(clientY - element.getBoundingClientRect().top - hourHeight / 4),
  })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button of the page does the same by keyboard
    // biome-ignore lint/a11y/useKeyWithClickEvents: the button of the page does the same by keyboard
    <div
      className={css.grid}
      data-calendar-hours
      onClick={event => {
        if (!canEdit || event.target !== event.currentTarget) return
        const { day, minutes } = findTime(event.currentTarget, event)
        onAdd(`${day}T${toTime(minutes)}`)
      }}
      onDragOver={allowDrop}
      onDrop={event => {
        const dropped = takeDropped(event)
        if (!dropped) return
        const { clientX, clientY } = event
        const point = { clientX, clientY: clientY - dropped.top + hourHeight / 4 }
        const { day, minutes } = findTime(event.currentTarget, point)
        onMove(dropped.item, getDistance(dropped.item, day, minutes))
      }}
    >
      {days.map((day, column) => (
        <div
          key={day}
          className={css.column}
          style={{ insetInlineStart: `${(column * 100) / days.length}%` }}
        >
          {day === today && <NowLine />}
          {placeInDay(items, day).map(placed => (
            <TimedItem
              key={getItemKey(placed.item)}
              {...placed}
              canEdit={canEdit}
              onResize={onResize}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

function TimedItem({
  item,
  from,
  to,
  column,
  columns,
  canEdit,
  onResize,
}: PlacedTime & Pick<WeekProps, 'canEdit' | 'onResize'>) {
  return (
    <div
      className={css.timed}
      data-short={to - from < 45 || undefined}
      style={{
        top: (from / 60) * hourHeight,
        height: ((to - from) / 60) * hourHeight - 2,
        insetInlineStart: `${(column / columns) * 100}%`,
        width: `${100 / columns}%`,
      }}
    >
      <CalendarItemLink item={item} canDrag={canEdit} />
      {canEdit && item.kind === 'event' && (
        <ResizeHandle onResize={pixels => onResize(item, toMinutes(pixels))} />
      )}
    </div>
  )
}

function NowLine() {
  const { timeZone } = useFormatters()
  const minutes = getMinutes(toLocalTime(Date.now(), timeZone))
  return <div className={css.now} style={{ top: (minutes / 60) * hourHeight }} aria-hidden />
}

import { useQuery } from '@tanstack/react-query'
import { type CalendarEvent, calendarApi } from '#contract/desk/calendar-event.ts'
import { iterateRepeatDays } from '#contract/desk/repeat.ts'
import { queryOptionsFor } from '../lib/call/api.ts'
import { getDayPart } from './calendar-time.ts'
import { EventDrawer } from './event-drawer.tsx'

/** The form of the event in the URL, or of a new event. */
export function OpenEvent({
  value: id,
  on,
  about,
  today,
  onClose,
}: {
  value: string | null
  /** The day in the series, or the time of a new event. */
  on: string | null
  /** The record of a new event, such as `order-1`. */
  about: string | null
  today: string
  onClose: () => void
}) {
  const event = useQuery({
    ...queryOptionsFor(calendarApi.get, { params: { id: id ?? '' } }),
    enabled: id !== null && id !== 'new',
  }).data
  if (id === null || (id !== 'new' && event?._id !== id)) return null
  return (
    <EventDrawer
      key={`${id} ${on}`}
      event={id === 'new' ? undefined : event}
      about={about}
      on={on ?? (event ? findNextDay(event, today) : today)}
      onClose={onClose}
    />
  )
}

/** Returns the next day of an event from today, or its first day after its end. */
function findNextDay({ start, repeat }: CalendarEvent, today: string): string {
  const firstDay = getDayPart(start)
  if (repeat === null) return firstDay
  const [nextDay = firstDay] = iterateRepeatDays(repeat, firstDay, today)
  return nextDay
}

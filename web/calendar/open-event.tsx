import { useQuery } from '@tanstack/react-query'
import { calendarApi } from '#contract/desk/calendar-event.ts'
import { queryOptionsFor } from '../lib/call/api.ts'
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
      on={on ?? (event ? event.start.slice(0, 10) : today)}
      onClose={onClose}
    />
  )
}

import { shiftDay } from '#contract/desk/calendar-day.ts'
import type { CalendarItem } from '#contract/desk/calendar-event.ts'
import type { DeskSubject } from '#contract/desk/desk.ts'
import { assertFound } from '../../lib/call/problem.ts'
import type { Tx } from '../../lib/db/db.ts'
import { getDay } from './event-times.ts'
import { listEvents } from './list-events.ts'

const days = 366

/** Returns the next events about a record in a year. A series is listed by its next event. */
export async function listEventsAbout(
  tx: Tx,
  { subject, id, limit }: { subject: DeskSubject; id: string; limit: number },
): Promise<CalendarItem[]> {
  const [store] = await tx<{ now: string; timeZone: string }[]>`
    select to_char(now() at time zone timezone, 'YYYY-MM-DD"T"HH24:MI') as now, timezone as time_zone
    from store where id = current_store()`
  const { now, timeZone } = assertFound(store)
  const today = getDay(now)
  const period = { from: today, to: shiftDay(today, days), today, timeZone }
  const { items } = await listEvents(tx, period, { subject, id })
  const next = new Map<string | null, CalendarItem>()
  for (const item of items.sort((a, b) => Number(a.start > b.start) - Number(a.start < b.start)))
    if (isAhead(item, now) && !next.has(item.recordId)) next.set(item.recordId, item)
  return [...next.values()].slice(0, limit)
}

/** An event without a duration is over after its start. */
const isAhead = ({ isAllDay, start, end }: CalendarItem, now: string) =>
  isAllDay || (end ?? start) > now || start >= now

import { shiftDay } from '#contract/desk/calendar-day.ts'
import { type CalendarItem, calendarLimits } from '#contract/desk/calendar-event.ts'
import { iterateRepeatDays } from '#contract/desk/repeat.ts'
import type { SqlFragment } from '../lib/call/list.ts'
import type { Tx } from '../lib/db/db.ts'
import type { CalendarSpan } from './rule/calendar-span.ts'
import { type EventTimes, formatTimes, getDay, moveToDay } from './rule/event-times.ts'
import { convertTime } from './rule/time-zone.ts'

type ListedEvent = EventTimes & {
  id: string
  title: string
  category: CalendarItem['category']
  isPrivate: boolean
  timeZone: string
  repeat: string | null
  excludedOn: string[]
  originalOn: string | null
  version: number
}

/** Days by which times of two time zones can differ. */
const zoneDays = 1
const maxSeries = 2000

/** Returns the events of a period, each with its own days. Series are read by their rules. */
export const listEvents = (tx: Tx, period: CalendarSpan) => listMatchingEvents(tx, period, tx`true`)

/** Returns the events of a period that match a condition on `calendar_event t`. */
export async function listMatchingEvents(
  tx: Tx,
  period: CalendarSpan,
  condition: SqlFragment,
): Promise<CalendarItem[]> {
  const first = shiftDay(period.from, -calendarLimits.days - zoneDays)
  const last = shiftDay(period.to, zoneDays)
  const columns = tx`
    t.id, t.title, t.category, t.is_all_day, t.is_private, t.time_zone, t.repeat,
    to_char(t.starts_at, 'YYYY-MM-DD"T"HH24:MI') as starts_at,
    to_char(t.ends_at, 'YYYY-MM-DD"T"HH24:MI') as ends_at,
    t.excluded_on::text[] as excluded_on, t.original_on::text as original_on, t.version`
  const [single, series] = await Promise.all([
    tx<ListedEvent[]>`
      select ${columns} from calendar_event t
      where t.repeat is null and t.starts_at >= ${first}::date and t.starts_at < ${last}::date + 1
        and t.ends_at >= ${period.from}::date - 1 and ${condition}
      order by t.starts_at limit ${calendarLimits.items + 1}`,
    tx<ListedEvent[]>`
      select ${columns} from calendar_event t
      where t.repeat is not null and t.repeats_until >= ${first}::date
        and t.starts_at < ${last}::date + 1 and ${condition}
      order by t.starts_at, t.id limit ${maxSeries}`,
  ])
  const events = [...single, ...series.flatMap(event => expandSeries(event, period))]
  return events.map(event => toItem(event, period)).filter(item => isInPeriod(item, period))
}

/** Returns the events of a series that can be in the period. Each lasts as long as the first. */
function expandSeries(event: ListedEvent, { from, to }: CalendarSpan): ListedEvent[] {
  const { repeat, startsAt, endsAt, excludedOn } = event
  if (repeat === null) return []
  const days = Math.ceil((Date.parse(`${endsAt}Z`) - Date.parse(`${startsAt}Z`)) / 86_400_000)
  const excluded = new Set(excludedOn)
  const events: ListedEvent[] = []
  const first = shiftDay(from, -days - zoneDays)
  const last = shiftDay(to, zoneDays)
  for (const day of iterateRepeatDays(repeat, getDay(startsAt), first)) {
    if (day > last) break
    if (!excluded.has(day)) events.push({ ...event, ...moveToDay(event, day), originalOn: day })
  }
  return events
}

function toItem(event: ListedEvent, { timeZone }: CalendarSpan): CalendarItem {
  const { id, title, category, isAllDay, isPrivate, repeat, originalOn, version } = event
  const { start, end } = formatTimes(event)
  const convert = (time: string) => (isAllDay ? time : convertTime(time, event.timeZone, timeZone))
  return {
    kind: 'event',
    recordId: id,
    title,
    isAllDay,
    start: convert(start),
    end: convert(end),
    category,
    isPrivate,
    isRepeated: repeat !== null || originalOn !== null,
    occursOn: originalOn,
    version,
    detail: null,
    count: 0,
  }
}

/** An event that ends at midnight is not in the following day, unless it has no duration. */
const isInPeriod = ({ start, end, isAllDay }: CalendarItem, { from, to }: CalendarSpan) =>
  getDay(start) <= to &&
  (isAllDay ? end >= from : end > `${from}T00:00` || start === `${from}T00:00`)

import { shiftDay } from '#contract/desk/calendar-day.ts'
import { type CalendarItem, calendarLimits } from '#contract/desk/calendar-event.ts'
import type { DeskSubject } from '#contract/desk/desk.ts'
import { iterateRepeatDays } from '#contract/desk/repeat.ts'
import type { Tx } from '../../lib/db/db.ts'
import type { CalendarSpan } from './calendar-span.ts'
import { type EventTimes, formatTimes, getDay, moveToDay } from './event-times.ts'
import { convertTime } from './time-zone.ts'

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

/** Items, and whether the query left some out before it counted them. */
export type ListedItems = { items: CalendarItem[]; isTruncated: boolean }

/** Days by which times of two time zones can differ. */
const zoneDays = 1
const maxSeries = 2000

type AboutOneRecord = { subject: DeskSubject; id: string }

/** Returns the events of a period, or those about one record. Series are read by their rules. */
export async function listEvents(
  tx: Tx,
  period: CalendarSpan,
  about?: AboutOneRecord,
): Promise<ListedItems> {
  const isAbout = about ? tx`and ${tx.unsafe(`t.${about.subject}_id`)} = ${about.id}` : tx``
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
        and t.ends_at >= ${period.from}::date - 1 ${isAbout}
      order by t.starts_at limit ${calendarLimits.items + 1}`,
    tx<ListedEvent[]>`
      select ${columns} from calendar_event t
      where t.repeat is not null and t.repeats_until >= ${first}::date
        and t.starts_at < ${last}::date + 1 ${isAbout}
      order by t.starts_at, t.id limit ${maxSeries + 1}`,
  ])
  const items: CalendarItem[] = []
  for (const event of iterateEvents([...single, ...series.slice(0, maxSeries)], period)) {
    const item = toItem(event, period)
    if (isInPeriod(item, period)) items.push(item)
    // One more than a call returns, which then reports that some are missing.
    if (items.length > calendarLimits.items) break
  }
  const isTruncated = series.length > maxSeries || single.length > calendarLimits.items
  return { items, isTruncated }
}

function* iterateEvents(
  events: readonly ListedEvent[],
  period: CalendarSpan,
): Generator<ListedEvent> {
  for (const event of events)
    if (event.repeat === null) yield event
    else yield* iterateSeries({ ...event, repeat: event.repeat }, period)
}

/** Returns the events of a series that can be in the period. Each lasts as long as the first. */
function* iterateSeries(
  event: ListedEvent & { repeat: string },
  { from, to }: CalendarSpan,
): Generator<ListedEvent> {
  const { repeat, startsAt, endsAt, excludedOn } = event
  const days = Math.ceil((Date.parse(`${endsAt}Z`) - Date.parse(`${startsAt}Z`)) / 86_400_000)
  const excluded = new Set(excludedOn)
  const first = shiftDay(from, -days - zoneDays)
  const last = shiftDay(to, zoneDays)
  for (const day of iterateRepeatDays(repeat, getDay(startsAt), first)) {
    if (day > last) return
    if (!excluded.has(day)) yield { ...event, ...moveToDay(event, day), originalOn: day }
  }
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

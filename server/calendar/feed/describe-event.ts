import { getWeekday, shiftDay } from '#contract/desk/calendar-day.ts'
import { findMonthWeekday } from '#contract/desk/month-weekday.ts'
import { iterateRepeatDays, parseRepeat } from '#contract/desk/repeat.ts'
import { continueRepeat } from '../rule/change-repeat.ts'
import { type EventTimes, getDay, moveToDay } from '../rule/event-times.ts'
import { toMoment } from '../rule/time-zone.ts'
import { escapeIcalText, type IcalLine, toIcalDay, toIcalMoment, toIcalTime } from './ical-text.ts'

export type FeedEvent = EventTimes & {
  id: string
  title: string
  description: string
  location: string
  timeZone: string
  repeat: string | null
  excludedOn: string[]
  updatedAt: string
}
type Times = Pick<FeedEvent, keyof EventTimes | 'timeZone' | 'repeat' | 'excludedOn'>

/** Returns the component of an event, or two for a series whose first day its rule leaves out. */
export function describeEvent(event: FeedEvent, { host, url }: { host: string; url: string }) {
  return splitSeries(event).flatMap((times, position): IcalLine[] => [
    ['BEGIN', 'VEVENT'],
    ['UID', `${event.id}${position === 0 ? '' : `-${position}`}@${host}`],
    ['DTSTAMP', toIcalMoment(new Date(event.updatedAt))],
    ...describeTimes(times),
    ['SUMMARY', escapeIcalText(event.title)],
    ...describeText('DESCRIPTION', event.description),
    ...describeText('LOCATION', event.location),
    ['URL', `${url}/apps/calendar?edit=${event.id}`],
    ['END', 'VEVENT'],
  ])
}

const describeText = (name: string, text: string): IcalLine[] =>
  text === '' ? [] : [[name, escapeIcalText(text)]]

/** Returns the first event of a series on its own if its rule leaves out the day, where calendar apps differ. */
function splitSeries(event: FeedEvent): Times[] {
  const { repeat, startsAt, excludedOn } = event
  if (repeat === null || isDayOfRule(repeat, getDay(startsAt))) return [event]
  const [first = '', second] = iterateRepeatDays(repeat, getDay(startsAt))
  const single = { ...event, repeat: null, excludedOn: [] }
  const rest =
    second === undefined
      ? []
      : [{ ...event, ...moveToDay(event, second), repeat: continueRepeat(repeat, first, second) }]
  return excludedOn.includes(first) ? rest : [single, ...rest]
}

function isDayOfRule(repeat: string, day: string): boolean {
  const { weekdays = [], monthDay, monthWeekday } = parseRepeat(repeat) ?? {}
  if (monthWeekday) return findMonthWeekday(monthWeekday, day) === day
  const isWeekday = weekdays.length === 0 || weekdays.includes(getWeekday(day))
  const dayOfMonth = monthDay === -1 ? Number(shiftDay(day, 1).slice(8)) : Number(day.slice(8))
  return isWeekday && (monthDay === undefined || dayOfMonth === Math.abs(monthDay))
}

function describeTimes({ isAllDay, startsAt, endsAt, ...event }: Times): IcalLine[] {
  const { timeZone, repeat, excludedOn } = event
  const days = excludedOn.map(day => `${day}${startsAt.slice(10)}`)
  if (isAllDay)
    return [
      ['DTSTART;VALUE=DATE', toIcalDay(getDay(startsAt))],
      ['DTEND;VALUE=DATE', toIcalDay(getDay(endsAt))],
      ...(repeat === null ? [] : [['RRULE', repeat] as const]),
      ...days.map(day => ['EXDATE;VALUE=DATE', toIcalDay(getDay(day))] as const),
    ]
  const hasDuration = endsAt > startsAt
  if (repeat === null) {
    const toText = (time: string) => toIcalMoment(toMoment(time, timeZone))
    return [
      ['DTSTART', toText(startsAt)],
      ...(hasDuration ? [['DTEND', toText(endsAt)] as const] : []),
    ]
  }
  // Only a time with its zone stays the same when the clocks change.
  return [
    [`DTSTART;TZID=${timeZone}`, toIcalTime(startsAt)],
    ...(hasDuration ? [[`DTEND;TZID=${timeZone}`, toIcalTime(endsAt)] as const] : []),
    ['RRULE', endAtMoment(repeat, startsAt, timeZone)],
    ...days.map(time => [`EXDATE;TZID=${timeZone}`, toIcalTime(time)] as const),
  ]
}

/** The end of a series with times is a moment in UTC, as RFC 5545 says. */
function endAtMoment(repeat: string, startsAt: string, timeZone: string): string {
  const { until } = parseRepeat(repeat) ?? {}
  if (until === undefined) return repeat
  const end = toIcalMoment(toMoment(`${until}${startsAt.slice(10)}`, timeZone))
  return repeat.replace(/UNTIL=\d+/, `UNTIL=${end}`)
}

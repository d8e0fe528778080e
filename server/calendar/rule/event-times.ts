import { shiftDay } from '#contract/desk/calendar-day.ts'
import { calendarLimits } from '#contract/desk/calendar-event.ts'
import { createFieldProblem } from '../../lib/call/problem.ts'

/**
 * The times of an event as they are stored, such as `2026-03-01T09:30`. Events of whole days begin and
 * end at midnight.
 */
export type EventTimes = { isAllDay: boolean; startsAt: string; endsAt: string }

const minuteMs = 60_000
const toMs = (time: string) => Date.parse(`${time}Z`)
export const getDay = (time: string) => time.slice(0, 10)
const toTime = (ms: number) => new Date(ms).toISOString().slice(0, 16)
const completeTime = (time: string) => (time.length === 10 ? `${time}T00:00` : time)

/** Returns the times of an event as they are sent: days for one of whole days. */
export const formatTimes = ({ isAllDay, startsAt, endsAt }: EventTimes) =>
  isAllDay
    ? { start: getDay(startsAt), end: shiftDay(getDay(endsAt), -1) }
    : { start: startsAt, end: endsAt }

/** @throws Problem 422 for an end before the start, or for an event that is too long */
export function parseTimes(input: {
  isAllDay: boolean
  start: string
  end: string | undefined
}): EventTimes {
  const { isAllDay, start, end = start } = input
  const times = isAllDay
    ? {
        isAllDay,
        startsAt: completeTime(getDay(start)),
        endsAt: completeTime(shiftDay(getDay(end), 1)),
      }
    : { isAllDay, startsAt: completeTime(start), endsAt: completeTime(end) }
  if (getDay(end) < getDay(start) || times.endsAt < times.startsAt)
    throw createFieldProblem('end', 'event_ends_before_start')
  if (toMs(times.endsAt) - toMs(times.startsAt) > calendarLimits.days * 24 * 60 * minuteMs)
    throw createFieldProblem('end', 'event_too_long', { count: calendarLimits.days })
  return times
}

/** Returns the times of the event of a series on a day. */
export function moveToDay(times: EventTimes, day: string): EventTimes {
  const [firstDay, lastDay] = [getDay(times.startsAt), getDay(times.endsAt)]
  const newLastDay = firstDay === lastDay ? day : shiftDay(day, countDaysBetween(firstDay, lastDay))
  return {
    isAllDay: times.isAllDay,
    startsAt: `${day}${times.startsAt.slice(10)}`,
    endsAt: `${newLastDay}${times.endsAt.slice(10)}`,
  }
}

export const countDaysBetween = (from: string, to: string) =>
  Math.round((Date.parse(to) - Date.parse(from)) / (24 * 60 * minuteMs))

const shiftTime = (time: string, ms: number) =>
  toTime(toMs(completeTime(time)) + ms).slice(0, time.length)

/** Returns a day or a time of the clock on another day. */
export const shiftTimeByDays = (time: string, days: number) =>
  shiftTime(time, days * 24 * 60 * minuteMs)

/**
 * Returns the times of an event after an edit. A new start without an end moves the event.
 * @throws Problem 422 for an end before the start, or for an event that is too long
 */
export function editTimes(
  times: EventTimes,
  edit: { isAllDay?: boolean | undefined; start?: string | undefined; end?: string | undefined },
): EventTimes {
  const current = formatTimes(times)
  const { isAllDay = times.isAllDay, start = current.start } = edit
  const distance = toMs(completeTime(start)) - toMs(completeTime(current.start))
  const end = edit.end ?? shiftTime(current.end, distance)
  return parseTimes({ isAllDay, start, end })
}

import { getWeekday, shiftDay, shiftMonth } from '#contract/desk/calendar-day.ts'
import type { CalendarItem } from '#contract/desk/calendar-event.ts'
import type { Formatters } from '../lib/formatters.ts'

export const calendarViews = ['month', 'week', 'agenda'] as const
export type CalendarView = (typeof calendarViews)[number]

const agendaDays = 31
const minuteMs = 60_000

export const getDayPart = (time: string) => time.slice(0, 10)

/** Returns the first day of the week of a day, as the language counts weeks. */
function getWeekStart(format: Formatters, day: string): string {
  const first = format.weekdays()[0]?.index ?? 0
  return shiftDay(day, -((getWeekday(day) - first + 7) % 7))
}

/** Returns the inclusive days that a view shows around a day. */
export function getShownDays(format: Formatters, view: CalendarView, day: string) {
  if (view === 'agenda') return { from: day, to: shiftDay(day, agendaDays - 1) }
  if (view === 'week') {
    const from = getWeekStart(format, day)
    return { from, to: shiftDay(from, 6) }
  }
  const firstDay = `${day.slice(0, 8)}01`
  const from = getWeekStart(format, firstDay)
  const lastDay = shiftDay(shiftMonth(firstDay, 1), -1)
  return { from, to: shiftDay(getWeekStart(format, lastDay), 6) }
}

/** Returns the day that the view shows after a step back or forth. */
export function stepDay(view: CalendarView, day: string, direction: 1 | -1): string {
  if (view === 'week') return shiftDay(day, 7 * direction)
  return view === 'month'
    ? shiftMonth(`${day.slice(0, 8)}01`, direction)
    : shiftMonth(day, direction)
}

/** Returns the last day of an item. An item that ends at midnight is not in the following day. */
export function getLastDay({ isAllDay, start, end }: CalendarItem): string {
  const isMidnight = !isAllDay && end.endsWith('T00:00') && end > start
  return isMidnight ? shiftDay(getDayPart(end), -1) : getDayPart(end)
}

/** Returns minutes since midnight. */
export const getMinutes = (time: string) =>
  Number(time.slice(11, 13)) * 60 + Number(time.slice(14, 16))

const shiftMinutes = (time: string, minutes: number) =>
  time.length === 10
    ? shiftDay(time, Math.round(minutes / 1440))
    : new Date(Date.parse(`${time}Z`) + minutes * minuteMs).toISOString().slice(0, 16)

/** Returns the times of an item that is moved by some minutes. */
export const shiftItem = ({ start, end }: CalendarItem, minutes: number) => ({
  start: shiftMinutes(start, minutes),
  end: shiftMinutes(end, minutes),
})

/**
 * Returns the minutes from the start of an item to a place in the hours of a day. An item of whole days
 * moves by days only.
 */
export const getDistance = (
  { start, isAllDay }: Pick<CalendarItem, 'start' | 'isAllDay'>,
  day: string,
  minutes: number,
) =>
  (Date.parse(day) - Date.parse(getDayPart(start))) / minuteMs +
  (isAllDay ? 0 : Math.max(0, minutes) - getMinutes(start))

/** Returns the times of an item whose end is moved by some minutes, but not before its start. */
export function resizeItem({ start, end }: CalendarItem, minutes: number) {
  const moved = shiftMinutes(end, minutes)
  return { start, end: moved < start ? start : moved }
}

/** Returns the days from one day to another. */
export const listDays = (from: string, to: string) => {
  const count = Math.round((Date.parse(to) - Date.parse(from)) / (1440 * minuteMs)) + 1
  return Array.from({ length: count }, (_, index) => shiftDay(from, index))
}

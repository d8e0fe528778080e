import { getWeekday, shiftDay, shiftMonth, weekdayCodes } from './calendar-day.ts'

/** A weekday of a month: from the first (1) to the fourth one, or the last one (-1). */
export type MonthWeekday = { position: number; weekday: number }

/** Reads a value such as `2TU` or `-1FR`. */
export function parseMonthWeekday(text: string): MonthWeekday | undefined {
  const [, position, code] = /^(-1|[1-4])([A-Z]{2})$/.exec(text) ?? []
  const weekday = weekdayCodes.findIndex(weekdayCode => weekdayCode === code)
  return weekday === -1 ? undefined : { position: Number(position), weekday }
}

export const formatMonthWeekday = ({ position, weekday }: MonthWeekday) =>
  `${position}${weekdayCodes[weekday]}`

/** Returns what a day is in its month: for example the fourth and the last Friday. */
export function listMonthWeekdays(day: string): MonthWeekday[] {
  const weekday = getWeekday(day)
  const position = Math.ceil(Number(day.slice(8)) / 7)
  const isLast = shiftDay(day, 7).slice(0, 7) !== day.slice(0, 7)
  return [...(position <= 4 ? [position] : []), ...(isLast ? [-1] : [])].map(value => ({
    position: value,
    weekday,
  }))
}

/** Returns the weekday of the month of a day. */
export function findMonthWeekday({ position, weekday }: MonthWeekday, day: string): string {
  const first = `${day.slice(0, 7)}-01`
  const lastDay = shiftDay(shiftMonth(first, 1), -1)
  return position === -1
    ? shiftDay(lastDay, -((getWeekday(lastDay) - weekday + 7) % 7))
    : shiftDay(first, ((weekday - getWeekday(first) + 7) % 7) + 7 * (position - 1))
}

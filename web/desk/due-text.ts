import type { Task } from '#contract/desk/task.ts'
import type { Formatters } from '../lib/formatters.ts'
import { getDateFormat } from '../lib/intl-format.ts'
import { toLocalDay } from '../lib/time-zone.ts'

const dayMs = 86_400_000
export type DueTime = Pick<Task, 'dueDate' | 'dueTime'>

/** Returns a time of the clock such as `14:30` in the format of the language. */
export const formatTimeOfDay = ({ locale }: Formatters, time: string) =>
  getDateFormat(locale, { timeStyle: 'short', timeZone: 'UTC' }).format(
    Date.parse(`2026-01-01T${time}Z`),
  )

/** Returns a day in words: yesterday, today or tomorrow, a weekday within six days, or the date. */
export function formatDueDay(format: Formatters, day: string, today: string): string {
  const distance = Math.round((Date.parse(day) - Date.parse(today)) / dayMs)
  if (Math.abs(distance) <= 1)
    return capitalize(
      new Intl.RelativeTimeFormat(format.locale, { numeric: 'auto' }).format(distance, 'day'),
      format.locale,
    )
  if (distance > 1 && distance < 7)
    return capitalize(format.day(day, { weekday: 'long' }), format.locale)
  return format.day(day, {
    day: 'numeric',
    month: 'short',
    ...(day.slice(0, 4) !== today.slice(0, 4) && { year: 'numeric' }),
  })
}

const capitalize = (text: string, locale: string) =>
  text.slice(0, 1).toLocaleUpperCase(locale) + text.slice(1)

/** Returns when a task is due in words, or an empty text. */
export function formatDue(format: Formatters, { dueDate, dueTime }: DueTime): string {
  if (!dueDate) return ''
  const day = formatDueDay(format, dueDate, toLocalDay(Date.now(), format.timeZone))
  return dueTime ? `${day} ${formatTimeOfDay(format, dueTime)}` : day
}

/** Returns whether an open task is late: its day has passed, or its time of today. */
export function isOverdue(
  { dueDate, dueAt, isCompleted }: Pick<Task, 'dueDate' | 'dueAt' | 'isCompleted'>,
  timeZone: string | undefined,
  now = Date.now(),
): boolean {
  if (isCompleted || !dueDate) return false
  return dueAt ? Date.parse(dueAt) < now : dueDate < toLocalDay(now, timeZone)
}

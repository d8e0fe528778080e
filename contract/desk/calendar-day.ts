const dayMs = 86_400_000

/** The days of RFC 5545, from Monday. */
export const weekdayCodes = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const

/** The last day that ISO 8601 writes with four digits of the year. */
const lastDayMs = Date.UTC(9999, 11, 31)

const toText = (ms: number) => new Date(Math.min(ms, lastDayMs)).toISOString().slice(0, 10)

/** Returns whether a text such as `2026-02-28` is a day that exists. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const ms = Date.parse(text)
  return !Number.isNaN(ms) && toText(ms) === text
}

export const shiftDay = (day: string, days: number) => toText(Date.parse(day) + days * dayMs)

/** Returns the same day of another month, or its last day if it is shorter. */
export function shiftMonth(day: string, months: number): string {
  const [year = 0, month = 1, dayOfMonth = 1] = day.split('-').map(Number)
  const lastDay = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return toText(Date.UTC(year, month - 1 + months, Math.min(dayOfMonth, lastDay)))
}

/** Returns the day of the week, from 0 for Monday. */
export const getWeekday = (day: string) => (new Date(day).getUTCDay() + 6) % 7

import { createContext } from 'react'

/** The time zone for dates: that of the store, or undefined for the time zone of the browser. */
export const TimeZoneContext = createContext<string | undefined>(undefined)

const dayMs = 86_400_000

/** Returns the local time of a moment in a time zone, such as `2026-03-01T09:30`. */
export const toLocalTime = (moment: string | number | Date, timeZone: string | undefined) =>
  // Swedish writes dates in the order of ISO 8601.
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
    .format(new Date(moment))
    .replace(' ', 'T')

/** Returns the day of a moment in a time zone, such as `2026-03-01`. */
export const toLocalDay = (moment: string | number | Date, timeZone: string | undefined) =>
  toLocalTime(moment, timeZone).slice(0, 10)

/** Returns the moment of a local time such as `2026-03-01T09:30` in a time zone. */
export function parseLocalTime(localTime: string, timeZone: string | undefined): Date {
  const utc = Date.parse(`${localTime}Z`)
  const getOffset = (moment: number) => Date.parse(`${toLocalTime(moment, timeZone)}Z`) - moment
  // The offset can change between the first guess and the moment.
  return new Date(utc - getOffset(utc - getOffset(utc)))
}

export const getDayStart = (day: string, timeZone: string | undefined) =>
  parseLocalTime(`${day}T00:00`, timeZone)

export const getPreviousDay = (day: string) => shiftDay(day, -1)
export const getNextDay = (day: string) => shiftDay(day, 1)
const shiftDay = (day: string, days: number) =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)

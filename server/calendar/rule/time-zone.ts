import { createOnce } from '#contract/lib/create-once.ts'

const getZoneFormat = createOnce(
  (timeZone: string) =>
    // Swedish writes dates in the order of ISO 8601.
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }),
)

/** Returns the time of the clock in a time zone, such as `2026-03-01T09:30`. */
export const toClockTime = (moment: Date, timeZone: string) =>
  getZoneFormat(timeZone).format(moment).replace(' ', 'T')

/**
 * Returns the moment at which the clocks of a time zone show a time. As RFC 5545 says, a time that the
 * clocks show twice is the first of both, and one that they skip is read with the offset before.
 */
export function toMoment(time: string, timeZone: string): Date {
  const utc = Date.parse(`${time}Z`)
  const getOffset = (ms: number) => Date.parse(`${toClockTime(new Date(ms), timeZone)}Z`) - ms
  const before = utc - getOffset(utc - 86_400_000)
  if (toClockTime(new Date(before), timeZone) === time) return new Date(before)
  const after = new Date(utc - getOffset(utc + 86_400_000))
  return toClockTime(after, timeZone) === time ? after : new Date(before)
}

export const convertTime = (time: string, from: string, to: string) =>
  from === to ? time : toClockTime(toMoment(time, from), to)

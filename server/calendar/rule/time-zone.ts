import { createOnce } from '#contract/lib/create-once.ts'

const getZoneFormat = createOnce(
  (timeZone: string) =>
    // Swedish writes dates in the order of ISO 8601.
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }),
)

const formatClockTime = (ms: number, timeZone: string) =>
  getZoneFormat(timeZone).format(ms).replace(' ', 'T')
const getOffset = (ms: number, timeZone: string) =>
  Date.parse(`${formatClockTime(ms, timeZone)}Z`) - ms

const dayMs = 86_400_000
const maxCachedDays = 2000
const getCachedOffsets = createOnce((_timeZone: string) => new Map<number, number>())

/** Returns the offset of a time zone at the start of a day of UTC. Formats of `Intl` are slow. */
function getOffsetOfDay(day: number, timeZone: string): number {
  const offsets = getCachedOffsets(timeZone)
  const cached = offsets.get(day)
  if (cached !== undefined) return cached
  if (offsets.size >= maxCachedDays) offsets.clear()
  const offset = getOffset(day * dayMs, timeZone)
  offsets.set(day, offset)
  return offset
}

/** Returns the offset between two days of UTC, or undefined if the clocks change meanwhile. */
function findOffset(firstDay: number, lastDay: number, timeZone: string): number | undefined {
  const offset = getOffsetOfDay(firstDay, timeZone)
  return offset === getOffsetOfDay(lastDay, timeZone) ? offset : undefined
}

/** Returns the time of the clock in a time zone, such as `2026-03-01T09:30`. */
export function toClockTime(moment: Date, timeZone: string): string {
  const ms = moment.getTime()
  const day = Math.floor(ms / dayMs)
  const offset = findOffset(day, day + 1, timeZone)
  if (offset === undefined) return formatClockTime(ms, timeZone)
  return new Date(ms + offset).toISOString().slice(0, 16)
}

/** Returns the day in a time zone, such as `2026-03-01`. */
export const toClockDay = (moment: Date, timeZone: string): string =>
  toClockTime(moment, timeZone).slice(0, 10)

/**
 * Returns the moment at which the clocks of a time zone show a time. As RFC 5545 says, a time that the
 * clocks show twice is the first of both, and one that they skip is read with the offset before.
 */
export function toMoment(time: string, timeZone: string): Date {
  const utc = Date.parse(`${time}Z`)
  const day = Math.floor(utc / dayMs)
  const offset = findOffset(day - 1, day + 2, timeZone)
  if (offset !== undefined) return new Date(utc - offset)
  const before = utc - getOffset(utc - dayMs, timeZone)
  if (toClockTime(new Date(before), timeZone) === time) return new Date(before)
  const after = new Date(utc - getOffset(utc + dayMs, timeZone))
  return toClockTime(after, timeZone) === time ? after : new Date(before)
}

export const convertTime = (time: string, from: string, to: string) =>
  from === to ? time : toClockTime(toMoment(time, from), to)

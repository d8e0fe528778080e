import { createOnce } from '#contract/lib/create-once.ts'
import { toClockTime } from '../rule/time-zone.ts'
import { type IcalLine, toIcalTime } from './ical-text.ts'

/** A change of the clocks. Offsets are in minutes. */
type ClockChange = { at: number; before: number; after: number }

const minuteMs = 60_000
const weekMs = 7 * 24 * 60 * minuteMs
const firstMs = Date.UTC(2000, 0, 1)
const yearsAhead = 10

const getOffset = (ms: number, timeZone: string) =>
  Math.round((Date.parse(`${toClockTime(new Date(ms), timeZone)}Z`) - ms) / minuteMs)

/** No zone changes its clocks twice in a week. */
const listClockChanges = createOnce((timeZone: string): ClockChange[] => {
  const lastMs = Date.UTC(new Date().getUTCFullYear() + yearsAhead, 0, 1)
  const changes: ClockChange[] = []
  let before = getOffset(firstMs, timeZone)
  for (let ms = firstMs + weekMs; ms < lastMs; ms += weekMs) {
    const after = getOffset(ms, timeZone)
    if (after === before) continue
    changes.push({ at: findChange(timeZone, ms, before), before, after })
    before = after
  }
  return changes
})

/** Returns the first minute of the week before `end` that has not the offset `before`. */
function findChange(timeZone: string, end: number, before: number): number {
  let unchanged = end - weekMs
  let changed = end
  while (changed - unchanged > minuteMs) {
    const middle = unchanged + Math.floor((changed - unchanged) / 2 / minuteMs) * minuteMs
    if (getOffset(middle, timeZone) === before) unchanged = middle
    else changed = middle
  }
  return changed
}

const formatOffset = (minutes: number) => {
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}${String(rest).padStart(2, '0')}`
}

/** Returns the component that describes a time zone from a day, for at most ten years from now. */
export function describeTimeZone(timeZone: string, fromDay: string): IcalLine[] {
  const from = Date.parse(fromDay)
  const changes = listClockChanges(timeZone)
  const later = changes.filter(({ at }) => at > from)
  const first = later[0]?.before ?? changes.at(-1)?.after ?? getOffset(from, timeZone)
  const start = { at: from - first * minuteMs, before: first, after: first }
  return [
    ['BEGIN', 'VTIMEZONE'],
    ['TZID', timeZone],
    ...[start, ...later].flatMap(describeChange),
    ['END', 'VTIMEZONE'],
  ]
}

function describeChange({ at, before, after }: ClockChange): IcalLine[] {
  const name = after > before ? 'DAYLIGHT' : 'STANDARD'
  // The clock before the change, as RFC 5545 says.
  const start = new Date(at + before * minuteMs).toISOString().slice(0, 16)
  return [
    ['BEGIN', name],
    ['DTSTART', toIcalTime(start)],
    ['TZOFFSETFROM', formatOffset(before)],
    ['TZOFFSETTO', formatOffset(after)],
    ['END', name],
  ]
}

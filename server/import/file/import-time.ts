import { createOnce } from '#contract/lib/create-once.ts'

const dayMs = 86_400_000
const timePattern =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d{1,2}):(\d\d)(?::(\d\d(?:\.\d+)?))?)? ?(Z|UTC|[+-]\d\d:?\d\d)?$/
/** A format shows `GMT` alone for UTC. */
const offsetPattern = /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/
/** The database stores years before and after these, but in another notation than ISO 8601. */
const earliestTime = Date.parse('0001-01-01T00:00:00Z')
const latestTime = Date.parse('9999-12-31T23:59:59.999Z')

const createOffsetFormat = createOnce(
  (timeZone: string) => new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }),
)

/** Returns how far the clocks of a time zone are ahead of UTC, in milliseconds. */
function getOffset(time: number, timeZone: string): number {
  const text = createOffsetFormat(timeZone).format(time)
  const [, sign, hours, minutes, seconds = 0] = offsetPattern.exec(text) ?? []
  if (sign === undefined) return 0
  const offset = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000
  return sign === '-' ? -offset : offset
}

/**
 * Returns the moment at which the clocks of a time zone show a time, which is given as if it were in
 * UTC. Of two such moments it is the earlier one. A time that the clocks skip is as much later.
 */
function toMoment(clockTime: number, timeZone: string): number {
  const earlierOffset = getOffset(clockTime - dayMs, timeZone)
  const laterOffset = getOffset(clockTime + dayMs, timeZone)
  const earlierMoment = clockTime - earlierOffset
  const laterMoment = clockTime - laterOffset
  return getOffset(earlierMoment, timeZone) === earlierOffset ||
    getOffset(laterMoment, timeZone) !== laterOffset
    ? earlierMoment
    : laterMoment
}

/** A time of a file in milliseconds. */
type ParsedTime = { time: number; hasZone: boolean; hasTime: boolean }

/**
 * Parses a time, which is in the given time zone if it names none. Returns undefined for other texts and for
 * years outside 1 to 9999.
 */
export function parseTime(text: string, timeZone: string): ParsedTime | undefined {
  const [, date = '', hours, minutes = '00', seconds = '00', zone] = timePattern.exec(text) ?? []
  const clock = `${date}T${(hours ?? '0').padStart(2, '0')}:${minutes}:${seconds}`
  const offset = (zone ?? 'Z').replace('UTC', 'Z').replace(/(\d\d)(\d\d)$/, '$1:$2')
  const clockTime = Date.parse(clock + offset)
  if (Number.isNaN(clockTime)) return undefined
  const time = zone ? clockTime : toMoment(clockTime, timeZone)
  if (time < earliestTime || time > latestTime) return undefined
  return {
    time,
    hasZone: zone !== undefined,
    hasTime: hours !== undefined,
  }
}

/** Returns a date such as `2/28/26` as `2026-02-28`, and other texts unchanged. */
function toIsoDate(text: string): string {
  const time = timePattern.test(text) ? Number.NaN : Date.parse(`${text} UTC`)
  return Number.isNaN(time) ? text : new Date(time).toISOString().slice(0, 10)
}

/**
 * Returns whether a moment is within two dates of the time zone, of which the last day counts. A
 * date that is missing or unreadable does not count.
 */
export function isWithinDates(
  now: Date,
  { from, to }: { from: string; to: string },
  timeZone: string,
): boolean {
  const start = parseTime(toIsoDate(from.trim()), timeZone)?.time
  const end = parseTime(toIsoDate(to.trim().replace(/ 0?0:00(:00)?$/, '')), timeZone)
  const afterEnd = end && !end.hasTime ? end.time + dayMs : end?.time
  return (
    !(start !== undefined && start > now.getTime()) &&
    !(afterEnd !== undefined && afterEnd < now.getTime())
  )
}

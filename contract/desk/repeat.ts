import { issue } from '../lib/error/issue.ts'
import { codeText } from '../lib/schemas.ts'
import { getWeekday, isDay, shiftDay, weekdayCodes } from './calendar-day.ts'
import { findMonthWeekday, type MonthWeekday, parseMonthWeekday } from './month-weekday.ts'

const frequencies = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const
const maxInterval = 99
/** A leap day is at most eight years away, and each year is tried once in an interval. */
const maxPeriods = 8 * maxInterval

type RepeatRule = {
  frequency: (typeof frequencies)[number]
  interval: number
  /** From 0 for Monday; empty for the day of the task. */
  weekdays: number[]
  /** Of a month; -1 for its last day. */
  monthDay: number | undefined
  monthWeekday: MonthWeekday | undefined
  until: string | undefined
  count: number | undefined
}

/**
 * Reads a rule such as `FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH;UNTIL=20271231`: the part of RFC 5545 that
 * describes days. Returns undefined for other rules.
 */
export function parseRepeat(text: string): RepeatRule | undefined {
  const parts = new Map(
    text.split(';').map(part => {
      const [name = '', value = ''] = part.split('=', 2)
      return [name, value]
    }),
  )
  const frequency = frequencies.find(name => name === parts.get('FREQ'))
  const interval = readNumber(parts.get('INTERVAL') ?? '1', maxInterval)
  const byDay = parts.get('BYDAY')
  const monthWeekday = frequency === 'MONTHLY' && byDay ? parseMonthWeekday(byDay) : undefined
  const weekdays = readWeekdays(monthWeekday ? undefined : byDay)
  const monthDay = readMonthDay(parts.get('BYMONTHDAY'))
  const until = readUntil(parts.get('UNTIL'))
  const count = parts.has('COUNT') ? readNumber(parts.get('COUNT') ?? '', 999) : null
  const names = ['FREQ', 'INTERVAL', 'BYDAY', 'BYMONTHDAY', 'UNTIL', 'COUNT']
  const isKnown =
    text.split(';').length === parts.size &&
    [...parts.keys()].every(name => names.includes(name)) &&
    (frequency === 'WEEKLY' || monthWeekday !== undefined || byDay === undefined) &&
    (frequency === 'MONTHLY' || !parts.has('BYMONTHDAY')) &&
    !(monthWeekday && parts.has('BYMONTHDAY')) &&
    !(parts.has('UNTIL') && parts.has('COUNT'))
  if (!isKnown || !frequency || interval === undefined || weekdays === undefined) return undefined
  if (monthDay === undefined || until === undefined || count === undefined) return undefined
  return {
    frequency,
    interval,
    weekdays,
    monthDay: monthDay ?? undefined,
    monthWeekday,
    until: until ?? undefined,
    count: count ?? undefined,
  }
}

/** Each returns undefined for an invalid value, and null without one. */
const readNumber = (text: string, max: number) =>
  /^[1-9]\d{0,2}$/.test(text) && Number(text) <= max ? Number(text) : undefined

function readWeekdays(text: string | undefined): number[] | undefined {
  if (text === undefined) return []
  const days = text.split(',').map(code => weekdayCodes.findIndex(known => known === code))
  return days.includes(-1) ? undefined : days
}

function readMonthDay(text: string | undefined): number | null | undefined {
  if (text === undefined) return null
  return text === '-1' ? -1 : readNumber(text, 31)
}

function readUntil(text: string | undefined): string | null | undefined {
  if (text === undefined) return null
  const day = text.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')
  return isDay(day) ? day : undefined
}

/** A rule by which a task repeats. */
export const Repeat = codeText(120, 1).refine(
  text => parseRepeat(text) !== undefined,
  issue('invalid_repeat'),
)

export type NextTask = { day: string; repeat: string }

/**
 * Returns the day of the next task after `after`, and the rule that the next task has, or undefined
 * after the last one. `day` is that of the present task. All days are in the time zone of the store, so
 * that a change of its clocks moves none.
 */
export function findNextTask(repeat: string, day: string, after: string): NextTask | undefined {
  const rule = parseRepeat(repeat)
  if (!rule || rule.count === 1) return undefined
  const next = findNextDay(rule, day, after > day ? after : day)
  if (next === undefined || (rule.until !== undefined && next > rule.until)) return undefined
  const { count } = rule
  const nextRepeat =
    count === undefined ? repeat : repeat.replace(`COUNT=${count}`, `COUNT=${count - 1}`)
  return { day: next, repeat: nextRepeat }
}

/**
 * Returns the days of a series in order: `start`, then those of the rule that are not before `from`.
 * A series that ends by its count is read from its beginning.
 */
export function* iterateRepeatDays(repeat: string, start: string, from = start): Generator<string> {
  const rule = parseRepeat(repeat)
  let day = start
  for (let position = 1; ; position++) {
    if (day >= from) yield day
    if (!rule || position === rule.count) return
    const eve = shiftDay(from, -1)
    const next = findNextDay(rule, start, rule.count === undefined && eve > day ? eve : day)
    const isLast =
      next === undefined || next <= day || (rule.until !== undefined && next > rule.until)
    if (isLast) return
    day = next
  }
}

const countDays = (from: string, to: string) =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)

function findNextDay(rule: RepeatRule, day: string, after: string): string | undefined {
  const { frequency, interval } = rule
  if (frequency === 'DAILY')
    return shiftDay(day, (Math.floor(countDays(day, after) / interval) + 1) * interval)
  if (frequency === 'WEEKLY') return findNextOfWeek(rule, day, after)
  return findNextOfMonth(rule, day, after)
}

/** Weeks start on Monday. */
function findNextOfWeek({ interval, weekdays }: RepeatRule, day: string, after: string) {
  const weekday = getWeekday(day)
  const wanted = weekdays.length > 0 ? weekdays : [weekday]
  // Counted from the Monday of the first day, because dates as texts take longer.
  const daysBefore = countDays(day, after) + weekday
  for (let days = 1; days <= 7 * interval + 7; days++) {
    const isInWeek = Math.floor((daysBefore + days) / 7) % interval === 0
    if (isInWeek && wanted.includes((daysBefore + days) % 7)) return shiftDay(after, days)
  }
  return undefined
}

/** Months without the day are skipped, as RFC 5545 says. */
function findNextOfMonth(rule: RepeatRule, day: string, after: string): string | undefined {
  const monthStep = rule.frequency === 'MONTHLY' ? rule.interval : 12 * rule.interval
  const toMonth = (text: string) => Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7)) - 1
  const start = toMonth(day)
  const first = Math.max(0, Math.floor((toMonth(after) - start) / monthStep))
  for (let period = first; period < first + maxPeriods; period++) {
    const month = start + period * monthStep
    const candidate = findDayOfMonth(rule, month, Number(day.slice(8)))
    if (candidate !== undefined && candidate > after) return candidate
  }
  return undefined
}

function findDayOfMonth(
  { monthWeekday, monthDay }: RepeatRule,
  month: number,
  startDay: number,
): string | undefined {
  if (monthWeekday) return findMonthWeekday(monthWeekday, formatMonthDay(month, 1) ?? '')
  const lastDay = new Date(Date.UTC(Math.floor(month / 12), (month % 12) + 1, 0)).getUTCDate()
  return formatMonthDay(month, monthDay === -1 ? lastDay : (monthDay ?? startDay))
}

function formatMonthDay(month: number, dayOfMonth: number): string | undefined {
  const year = String(Math.floor(month / 12)).padStart(4, '0')
  const text = `${year}-${String((month % 12) + 1).padStart(2, '0')}-${String(dayOfMonth).padStart(2, '0')}`
  return isDay(text) ? text : undefined
}

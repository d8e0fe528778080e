import { maxPeriodDays, type StatsQuery, type StatsRange } from '#contract/dashboard.ts'
import { failField } from '../lib/call/problem.ts'

type Days = { from: string; to: string }
/** Stretches for which sums are kept that together make up some days: what is added, and what of it is taken away again. */
export type Spans = { span: 'year' | 'month' | 'day'; startsOn: string; sign: 1 | -1 }[]

// Days are counted at noon of UTC, where no change of a clock can reach them.
const at = (day: string) => new Date(`${day}T12:00:00Z`)
const dayOf = (date: Date) => date.toISOString().slice(0, 10)
const shift = (day: string, days: number) => dayOf(new Date(at(day).getTime() + days * 86_400_000))
const shiftMonths = (firstOfMonth: string, months: number) => {
  const date = at(firstOfMonth)
  date.setUTCMonth(date.getUTCMonth() + months)
  return dayOf(date)
}
const daysIn = ({ from, to }: Days) =>
  Math.round((at(to).getTime() - at(from).getTime()) / 86_400_000) + 1

/** Which days a question is about, seen from the store's present day, and which ones it compares them with. */
export function rangeOf(
  { period = 'last28Days', from, to }: StatsQuery,
  { today, timezone }: { today: string; timezone: string },
): StatsRange {
  const days = period === 'custom' ? checked(from ?? '', to ?? '') : daysOf(period, today)
  const before = {
    to: shift(days.from, -1),
    from:
      period === 'lastMonth'
        ? shiftMonths(days.from, -1)
        : period === 'lastYear'
          ? shiftMonths(days.from, -12)
          : shift(days.from, -daysIn(days)),
  }
  const length = daysIn(days)
  return {
    period,
    ...days,
    timezone,
    bucket: length < 3 ? 'hour' : length <= 92 ? 'day' : 'month',
    compareFrom: before.from,
    compareTo: before.to,
  }
}

function daysOf(
  period: 'today' | 'last7Days' | 'last28Days' | 'lastMonth' | 'lastYear',
  today: string,
): Days {
  const month = `${today.slice(0, 7)}-01`
  const year = `${today.slice(0, 4)}-01-01`
  switch (period) {
    case 'today':
      return { from: today, to: today }
    case 'last7Days':
      return { from: shift(today, -6), to: today }
    case 'last28Days':
      return { from: shift(today, -27), to: today }
    case 'lastMonth':
      return { from: shiftMonths(month, -1), to: shift(month, -1) }
    case 'lastYear':
      return { from: shiftMonths(year, -12), to: shift(year, -1) }
  }
}

function checked(from: string, to: string): Days {
  if (to < from) throw failField('to', 'too_small', 'Must not be before the first day')
  if (from < '1970-01-01' || to > '2200-12-31')
    throw failField('from', 'invalid', 'A day between 1970 and 2200')
  if (daysIn({ from, to }) > maxPeriodDays) throw failField('to', 'too_big', 'At most two years')
  return { from, to }
}

/** Adds up the whole stretches and takes away what they have too much, whichever of both is less to read. */
export function spansOf(range: Days): Spans {
  const spans: Spans = []
  cover(range, 'year', 1, spans)
  return spans
}

const smaller = { year: 'month', month: 'day' } as const

function cover(range: Days, span: 'year' | 'month' | 'day', sign: 1 | -1, spans: Spans): void {
  for (
    let startsOn = startOf(range.from, span);
    startsOn <= range.to;
    startsOn = startAfter(startsOn, span)
  ) {
    const endsOn = shift(startAfter(startsOn, span), -1)
    // Of four days in order, the middle two are where range and stretch overlap.
    const [, from = '', to = ''] = [startsOn, range.from, range.to, endsOn].toSorted()
    const inside = { from, to }
    if (span !== 'day' && daysIn(inside) * 2 < daysIn({ from: startsOn, to: endsOn })) {
      cover(inside, smaller[span], sign, spans)
      continue
    }
    spans.push({ span, startsOn, sign })
    if (span === 'day') continue
    if (inside.from > startsOn)
      cover(
        { from: startsOn, to: shift(inside.from, -1) },
        smaller[span],
        sign === 1 ? -1 : 1,
        spans,
      )
    if (inside.to < endsOn)
      cover({ from: shift(inside.to, 1), to: endsOn }, smaller[span], sign === 1 ? -1 : 1, spans)
  }
}

const startOf = (day: string, span: 'year' | 'month' | 'day') =>
  span === 'year' ? `${day.slice(0, 4)}-01-01` : span === 'month' ? `${day.slice(0, 7)}-01` : day
const startAfter = (startsOn: string, span: 'year' | 'month' | 'day') =>
  span === 'day' ? shift(startsOn, 1) : shiftMonths(startsOn, span === 'year' ? 12 : 1)

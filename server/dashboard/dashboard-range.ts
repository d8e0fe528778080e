import { maxDays, type StatsQuery, type StatsRange } from '#contract/dashboard.ts'
import { refuseField } from '../lib/problem.ts'

type Days = { from: string; to: string }
/** The fewest stretches for which sums are kept that make up some days: whole years, whole months, single days. */
export type Spans = { years: string[]; months: string[]; days: string[] }

// Days are counted at noon of UTC, where no change of a clock can reach them.
const at = (day: string) => new Date(`${day}T12:00:00Z`)
const dayOf = (date: Date) => date.toISOString().slice(0, 10)
const shift = (day: string, days: number) => dayOf(new Date(at(day).getTime() + days * 86_400_000))
const shiftMonths = (firstOfMonth: string, months: number) => { const date = at(firstOfMonth); date.setUTCMonth(date.getUTCMonth() + months); return dayOf(date) }
const daysIn = ({ from, to }: Days) => Math.round((at(to).getTime() - at(from).getTime()) / 86_400_000) + 1

/** Which days a question is about, seen from the store's present day, and which ones it compares them with. */
export function rangeOf({ period = 'last28Days', from, to }: StatsQuery, { today, timezone }: { today: string; timezone: string }): StatsRange {
  const days = period === 'custom' ? checked(from ?? '', to ?? '') : daysOf(period, today)
  const before = { to: shift(days.from, -1), from: period === 'lastMonth' ? shiftMonths(days.from, -1) : period === 'lastYear' ? shiftMonths(days.from, -12) : shift(days.from, -daysIn(days)) }
  const length = daysIn(days)
  return { period, ...days, timezone, bucket: length < 3 ? 'hour' : length <= 92 ? 'day' : 'month', compareFrom: before.from, compareTo: before.to }
}

function daysOf(period: 'today' | 'last7Days' | 'last28Days' | 'lastMonth' | 'lastYear', today: string): Days {
  const month = `${today.slice(0, 7)}-01`
  const year = `${today.slice(0, 4)}-01-01`
  switch (period) {
    case 'today': return { from: today, to: today }
    case 'last7Days': return { from: shift(today, -6), to: today }
    case 'last28Days': return { from: shift(today, -27), to: today }
    case 'lastMonth': return { from: shiftMonths(month, -1), to: shift(month, -1) }
    case 'lastYear': return { from: shiftMonths(year, -12), to: shift(year, -1) }
  }
}

function checked(from: string, to: string): Days {
  if (to < from) throw refuseField('to', 'too_small', 'Must not be before the first day')
  if (from < '1970-01-01' || to > '2200-12-31') throw refuseField('from', 'invalid', 'A day between 1970 and 2200')
  if (daysIn({ from, to }) > maxDays) throw refuseField('to', 'too_big', 'At most two years')
  return { from, to }
}

export function spansOf({ from, to }: Days): Spans {
  const spans: Spans = { years: [], months: [], days: [] }
  let day = from
  while (day <= to) {
    const yearEnds = `${day.slice(0, 4)}-12-31`
    const monthEnds = day.slice(8) === '01' ? shift(shiftMonths(day, 1), -1) : undefined
    const isYear = day.slice(5) === '01-01' && yearEnds <= to
    const isMonth = monthEnds !== undefined && monthEnds <= to
    spans[isYear ? 'years' : isMonth ? 'months' : 'days'].push(day)
    day = shift(isYear ? yearEnds : isMonth ? monthEnds : day, 1)
  }
  return spans
}

import { maxPeriodDays, type StatsQuery, type StatsRange } from '#contract/staff/dashboard.ts'
import { createFieldProblem } from '../lib/call/problem.ts'
import { addDays, addMonths, countDays, type DayRange, getSpanStart } from './rule/sales-spans.ts'

/**
 * Returns the days of a statistics query, relative to the store's today, and the days to compare.
 */
export function resolveStatsRange(
  { period = 'last28Days', from, to }: StatsQuery,
  { today, timezone }: { today: string; timezone: string },
): StatsRange {
  const days =
    period === 'custom' ? validateCustomRange(from ?? '', to ?? '') : resolvePeriod(period, today)
  return {
    period,
    ...days,
    timezone,
    bucket: chooseBucket(countDays(days)),
    compareFrom: getPreviousStart(period, days),
    compareTo: addDays(days.from, -1),
  }
}

function chooseBucket(dayCount: number): StatsRange['bucket'] {
  if (dayCount < 3) return 'hour'
  return dayCount <= 92 ? 'day' : 'month'
}

function getPreviousStart(period: StatsRange['period'], days: DayRange): string {
  if (period === 'lastMonth') return addMonths(days.from, -1)
  if (period === 'lastYear') return addMonths(days.from, -12)
  return addDays(days.from, -countDays(days))
}

function resolvePeriod(
  period: 'today' | 'last7Days' | 'last28Days' | 'lastMonth' | 'lastYear',
  today: string,
): DayRange {
  const month = `${today.slice(0, 7)}-01`
  const year = `${today.slice(0, 4)}-01-01`
  switch (period) {
    case 'today':
      return { from: today, to: today }
    case 'last7Days':
      return { from: addDays(today, -6), to: today }
    case 'last28Days':
      return { from: addDays(today, -27), to: today }
    case 'lastMonth':
      return { from: addMonths(month, -1), to: addDays(month, -1) }
    case 'lastYear':
      return { from: addMonths(year, -12), to: addDays(year, -1) }
  }
}

function validateCustomRange(from: string, to: string): DayRange {
  if (to < from) throw createFieldProblem('to', 'range_reversed')
  if (from < '1970-01-01' || to > '2200-12-31')
    throw createFieldProblem('from', 'range_out_of_bounds')
  if (countDays({ from, to }) > maxPeriodDays) throw createFieldProblem('to', 'range_too_long')
  return { from, to }
}

/** Returns the local start of every hour, day or month of a range, as in `2026-03-10T00:00:00`. */
export function listBuckets({ from, to }: DayRange, bucket: StatsRange['bucket']): string[] {
  const starts: string[] = []
  if (bucket === 'month') {
    for (let month = getSpanStart(from, 'month'); month <= to; month = addMonths(month, 1))
      starts.push(`${month}T00:00:00`)
    return starts
  }
  const times = bucket === 'day' ? ['00:00:00'] : hoursOfDay
  for (let day = from; day <= to; day = addDays(day, 1))
    starts.push(...times.map(time => `${day}T${time}`))
  return starts
}
const hoursOfDay = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00:00`)

/**
 * Splits a range into the days before yesterday, whose sums are cached, and the recent ones.
 * Yesterday is recent, because a transaction can still commit sales of the day before its commit.
 */
export function splitAtYesterday(
  { from, to }: DayRange,
  today: string,
): { past: DayRange | undefined; recent: DayRange | undefined } {
  const yesterday = addDays(today, -1)
  const lastPastDay = addDays(today, -2)
  return {
    past: from < yesterday ? { from, to: to < yesterday ? to : lastPastDay } : undefined,
    recent: to < yesterday ? undefined : { from: from < yesterday ? yesterday : from, to },
  }
}

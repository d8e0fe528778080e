import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Problem } from '../lib/call/problem.ts'
import { resolveStatsRange } from './dashboard-range.ts'
import { type Span, splitIntoSpans } from './rule/sales-spans.ts'

const store = { today: '2026-03-10', timezone: 'Asia/Kolkata' }

test.each([
  ['today', '2026-03-10', '2026-03-10', '2026-03-09', '2026-03-09', 'hour'],
  ['last7Days', '2026-03-04', '2026-03-10', '2026-02-25', '2026-03-03', 'day'],
  ['last28Days', '2026-02-11', '2026-03-10', '2026-01-14', '2026-02-10', 'day'],
  ['lastMonth', '2026-02-01', '2026-02-28', '2026-01-01', '2026-01-31', 'day'],
  ['lastYear', '2025-01-01', '2025-12-31', '2024-01-01', '2024-12-31', 'month'],
] as const)('resolves %s', (period, from, to, compareFrom, compareTo, bucket) => {
  expect(resolveStatsRange({ period }, store)).toEqual({
    period,
    from,
    to,
    compareFrom,
    compareTo,
    bucket,
    timezone: store.timezone,
  })
})

test('resolves an empty query to the last 28 days', () => {
  expect(resolveStatsRange({}, store).period).toBe('last28Days')
})

test.each([
  ['2026-03-02', '2026-03-01'],
  ['2023-01-01', '2026-01-01'],
  ['0001-01-01', '0001-01-02'],
])('rejects %s to %s', (from, to) => {
  expect(() => resolveStatsRange({ period: 'custom', from, to }, store)).toThrow(Problem)
})

const day = fc
  .date({ min: new Date('2023-01-01'), max: new Date('2026-12-31'), noInvalidDate: true })
  .map(date => date.toISOString().slice(0, 10))

test('covers each day of any range exactly once', () => {
  fc.assert(
    fc.property(day, day, (a, b) => {
      const [from = '', to = ''] = [a, b].toSorted()
      const times = new Map<string, number>()
      for (const { span, startsOn, sign } of splitIntoSpans({ from, to }))
        for (const dayInSpan of listDays(span, startsOn))
          times.set(dayInSpan, (times.get(dayInSpan) ?? 0) + sign)
      expect([...times].filter(([, n]) => n !== 0).toSorted()).toEqual(
        daysBetween(from, to).map(date => [date, 1]),
      )
    }),
  )
})

test.each([
  ['2025-01-01', '2025-12-31', 1],
  ['2025-11-21', '2026-11-20', 23],
  ['2025-02-01', '2025-02-28', 1],
  ['2025-11-04', '2026-05-02', 9],
])('splits %s to %s into %i spans', (from, to, count) => {
  expect(splitIntoSpans({ from, to })).toHaveLength(count)
})

function daysBetween(from: string, to: string) {
  const days: string[] = []
  for (
    let date = new Date(from);
    date <= new Date(to);
    date = new Date(date.getTime() + 86_400_000)
  )
    days.push(date.toISOString().slice(0, 10))
  return days
}
function listDays(span: Span, startsOn: string) {
  const end = new Date(startsOn)
  if (span === 'day') return [startsOn]
  end.setUTCMonth(end.getUTCMonth() + { year: 12, quarter: 3, month: 1 }[span], 0)
  return daysBetween(startsOn, end.toISOString().slice(0, 10))
}

import { expect, test } from 'vitest'
import { findUnfinishedPoint, getComparedPoints } from './dashboard-format.ts'

const now = new Date('2026-03-01T23:30:00Z')

test.each([
  ['day', ['2026-03-01', '2026-03-02', '2026-03-03'], 1],
  ['hour', ['2026-03-02T07:00:00', '2026-03-02T08:00:00'], 1],
  ['month', ['2026-02-01', '2026-03-01'], 1],
  ['day', ['2026-02-27', '2026-02-28'], -1],
] as const)('finds the unfinished %s of %j in the time zone of the store', (bucket, days, index) =>
  expect(
    findUnfinishedPoint(
      days.map(at => ({ at })),
      { bucket, timezone: 'Asia/Tokyo' },
      now,
    ),
  ).toBe(index),
)

test('the charts of today end both days with the same hour', () => {
  const toPoints = (day: string) =>
    Array.from({ length: 24 }, (_, hour) => ({
      at: `${day}T${String(hour).padStart(2, '0')}:00:00`,
      orders: 1,
      netSales: 1,
      units: 1,
    }))
  const timezone = 'Pacific/Honolulu'
  const range = {
    period: 'today',
    from: '2026-03-02',
    to: '2026-03-02',
    compareFrom: '2026-03-01',
    compareTo: '2026-03-01',
    bucket: 'hour',
    timezone,
  } as const
  const series = { current: toPoints('2026-03-02'), previous: toPoints('2026-03-01') }
  const { current, previous } = getComparedPoints(
    { series, range },
    new Date('2026-03-02T19:40:00Z'), // 9:40 in Honolulu
  )
  expect(current.at(-1)?.at).toBe('2026-03-02T09:00:00')
  expect(previous.at(-1)?.at).toBe('2026-03-01T09:00:00')
  expect(getComparedPoints({ series, range }, new Date('2026-04-01T00:00:00Z'))).toEqual(series)
})

import { expect, test } from 'vitest'
import { findUnfinishedPoint } from './dashboard-format.ts'

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

import { expect, test } from 'vitest'
import { splitUnfinishedPoint } from './chart-points.ts'

test('draws the line to the unfinished day as a series of its own', () => {
  expect(
    splitUnfinishedPoint([
      { label: '1', now: 10, before: 4 },
      { label: '2', now: 20, before: 5 },
      { label: '3', now: 5, before: 6, isUnfinished: true },
      { label: '4', now: null, before: 7 },
    ]).map(({ now, unfinished }) => [now, unfinished]),
  ).toEqual([
    [10, null],
    [20, 20],
    [null, 5],
    [null, null],
  ])
})

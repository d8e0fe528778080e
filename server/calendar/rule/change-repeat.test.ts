import { expect, test } from 'vitest'
import { shiftDay } from '#contract/desk/calendar-day.ts'
import { iterateRepeatDays } from '#contract/desk/repeat.ts'
import { moveSeries } from './change-repeat.ts'

test.each([
  ['the next event', '2026-11-02', ';COUNT=3', '2026-11-10', ['11-03', '11-11', '12-09']],
  ['a later event', '2026-11-20', ';COUNT=2', '2026-12-08', ['11-21', '12-09']],
  ['the first event', '2026-11-02', ';COUNT=3', '2026-11-02', ['11-03', '11-11', '12-09']],
  ['the end', '2026-11-02', ';UNTIL=20261208', '2026-11-10', ['11-03', '11-11', '12-09']],
])('a series that begins beside its weekday of the month moves with %s', (...row) => {
  const [, firstDay, end, day, expected] = row
  const repeat = `FREQ=MONTHLY;BYDAY=2TU${end}`
  const newDay = shiftDay(day, 1)
  const move = moveSeries({ repeat, firstDay }, day, newDay)
  expect(move.moveDay(day)).toBe(newDay)
  const moved = [...iterateRepeatDays(move.repeat, move.moveDay(firstDay))]
  expect(moved.map(found => found.slice(5))).toEqual(expected)
})

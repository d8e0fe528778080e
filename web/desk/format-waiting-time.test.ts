import { expect, test } from 'vitest'
import { formatWaitingTime, isWaitingLong } from './format-waiting-time.ts'

const now = Date.parse('2026-03-02T12:00:00Z')

test.each([
  ['2026-03-02T12:00:30Z', '0 min', false],
  ['2026-03-02T11:00:01Z', '59 min', false],
  ['2026-03-02T09:00:00Z', '3 hr', false],
  ['2026-03-01T12:00:00Z', '1 day', true],
])('a person who waits since %s waits %s', (since, text, isLong) => {
  expect(formatWaitingTime('en', since, now)).toBe(text)
  expect(isWaitingLong(since, now)).toBe(isLong)
})

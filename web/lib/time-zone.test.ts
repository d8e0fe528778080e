import { expect, test } from 'vitest'
import {
  getDayStart,
  getNextDay,
  getPreviousDay,
  parseLocalTime,
  toLocalTime,
} from './time-zone.ts'

test.each([
  ['2026-03-01T05:00:00Z', 'Pacific/Honolulu', '2026-02-28T19:00'],
  ['2026-03-01T05:00:00Z', 'Pacific/Kiritimati', '2026-03-01T19:00'],
  ['2026-07-01T05:30:00Z', 'Asia/Kolkata', '2026-07-01T11:00'],
  ['2026-07-01T22:15:00Z', 'Europe/Berlin', '2026-07-02T00:15'],
])('%s in %s is %s', (moment, timeZone, localTime) => {
  expect(toLocalTime(moment, timeZone)).toBe(localTime)
  expect(parseLocalTime(localTime, timeZone).toISOString()).toBe(new Date(moment).toISOString())
})

test('a day starts at its midnight, also when clocks change on that day', () => {
  expect(getDayStart('2026-03-29', 'Europe/Berlin').toISOString()).toBe('2026-03-28T23:00:00.000Z')
  expect(getDayStart('2026-03-30', 'Europe/Berlin').toISOString()).toBe('2026-03-29T22:00:00.000Z')
  expect([getPreviousDay('2026-03-01'), getNextDay('2026-12-31')]).toEqual([
    '2026-02-28',
    '2027-01-01',
  ])
})

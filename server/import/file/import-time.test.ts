import { expect, it } from 'vitest'
import { isWithinDates, parseTime } from './import-time.ts'

it.each([
  ['2026-11-02 00:30:00', 'Europe/Berlin', '2026-11-01T23:30:00.000Z'],
  ['2026-07-02T09:05', 'America/New_York', '2026-07-02T13:05:00.000Z'],
  ['2026-07-02 09:05:00 -0400', 'Europe/Berlin', '2026-07-02T13:05:00.000Z'],
  ['2026-07-02T09:05:00.250Z', 'Europe/Berlin', '2026-07-02T09:05:00.250Z'],
  ['2026-07-02', 'Asia/Tokyo', '2026-07-01T15:00:00.000Z'],
  // The clocks skip the hour from 2 to 3, and show it twice in autumn.
  ['2026-03-29 02:30:00', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
  ['2026-10-25 02:30:00', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
  ['2026-03-29 03:30:00', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
  ['2026-03-08 02:15:00', 'America/Los_Angeles', '2026-03-08T10:15:00.000Z'],
  // Samoa skipped a day.
  ['2011-12-30 12:00:00', 'Pacific/Apia', '2011-12-30T22:00:00.000Z'],
  // Programs write the first and the last day of their calendar for no date.
  ['0001-01-01 00:00:00', 'UTC', '0001-01-01T00:00:00.000Z'],
  ['0001-01-02 00:00:00', 'Europe/Berlin', '0001-01-01T23:06:32.000Z'],
  ['9999-12-31 23:59:59', 'UTC', '9999-12-31T23:59:59.000Z'],
  ['9999-12-31 23:59:59', 'Asia/Tokyo', '9999-12-31T14:59:59.000Z'],
])('reads %s in %s as %s', (text, timeZone, time) => {
  expect(new Date(parseTime(text, timeZone)?.time ?? 0).toISOString()).toBe(time)
})

it.each([
  ...['', 'soon', '2026-13-02 00:00', '11/02/2026', '0000-00-00 00:00:00', '0000-01-01'],
  ...['9999-12-31 24:00', '9999-12-31 23:59:59 -0100', '0001-01-01 00:00 +0100'],
])('rejects %o as a time', text => {
  expect(parseTime(text, 'UTC')).toBeUndefined()
})

const now = new Date('2026-11-02T22:30:00Z')
it.each([
  ['', '2026-11-02', 'Europe/Berlin', true],
  ['', '2026-11-02', 'Asia/Tokyo', false],
  ['', '2026-11-02 0:00:00', 'Europe/Berlin', true],
  ['', '2026-11-01 23:59:59', 'Europe/Berlin', false],
  ['', '11/2/26', 'Europe/Berlin', true],
  ['2026-11-03', '', 'Europe/Berlin', false],
  ['2026-11-03', '', 'Asia/Tokyo', true],
  ['2026-11-02', '2026-11-02', 'Europe/Berlin', true],
  ['', '', 'UTC', true],
  ['soon', 'later', 'UTC', true],
  ['0001-01-01', '9999-12-31', 'America/New_York', true],
  ['0000-01-01', '9999-12-31 24:00', 'Asia/Tokyo', true],
])('counts the dates %o to %o in %s: %o', (from, to, timeZone, isWithin) => {
  expect(isWithinDates(now, { from, to }, timeZone)).toBe(isWithin)
})

import { expect, test } from 'vitest'
import { getSnoozeTimes } from './snooze-times.ts'

test('conversations return at nine o’clock in the time zone of the store', () => {
  // A Sunday evening in Berlin, which is Monday in Auckland.
  const now = Date.parse('2026-03-01T20:00:00Z')
  expect(getSnoozeTimes('Europe/Berlin', now)).toEqual({
    laterToday: '2026-03-01T23:00:00.000Z',
    tomorrow: '2026-03-02T08:00:00.000Z',
    nextWeek: '2026-03-02T08:00:00.000Z',
  })
  expect(getSnoozeTimes('Pacific/Auckland', now)).toMatchObject({
    tomorrow: '2026-03-02T20:00:00.000Z',
    nextWeek: '2026-03-08T20:00:00.000Z',
  })
})

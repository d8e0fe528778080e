import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseTimestamp } from './timestamp.ts'

test.each([
  ['2026-11-21 03:47:00+00', '2026-11-21T03:47:00.000Z'],
  ['2026-11-21 03:47:00.1+00', '2026-11-21T03:47:00.100Z'],
  ['2026-11-21 03:47:00.123456+00', '2026-11-21T03:47:00.123Z'],
  ['2026-11-21 05:17:00.5+05:30', '2026-11-20T23:47:00.500Z'],
  ['2026-11-21 03:47:00+02', '2026-11-21T01:47:00.000Z'],
])('parseTimestamp converts %s to %s', (text, iso) => {
  expect(parseTimestamp(text)).toBe(iso)
})

test('parseTimestamp returns the same as Date for any timestamp', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
      date => {
        const iso = date.toISOString()
        expect(parseTimestamp(`${iso.slice(0, 10)} ${iso.slice(11, -1)}+00`)).toBe(iso)
      },
    ),
  )
})

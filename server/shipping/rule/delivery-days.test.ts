import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ShippingSettings } from '#contract/store/shipping-settings.ts'
import {
  findDeliveryDays,
  findLateOrdersEnd,
  findShipByDate,
  findWorkingDayAgo,
} from './delivery-days.ts'

/** 2026-12-01 is a Tuesday. */
const estimate = (
  placedAt: string,
  settings: Partial<ShippingSettings> = {},
  { timeZone = 'UTC', days = [1, 2] as [number | null, number | null] } = {},
) => {
  const [minDays, maxDays] = days
  const { deliveryFrom, deliveryTo } = findDeliveryDays(
    { placedAt: new Date(placedAt), timeZone },
    { minDays, maxDays },
    ShippingSettings.parse(settings),
  )
  return [deliveryFrom, deliveryTo]
}

test.each<[string, string[], ...Parameters<typeof estimate>]>([
  ['the next days', ['2026-12-02', '2026-12-03'], '2026-12-01T10:00:00Z'],
  ['over a weekend', ['2026-12-07', '2026-12-08'], '2026-12-04T10:00:00Z'],
  ['on a Saturday', ['2026-12-08', '2026-12-09'], '2026-12-05T10:00:00Z'],
  [
    'on a Saturday that is a working day',
    ['2026-12-07', '2026-12-08'],
    '2026-12-05T10:00:00Z',
    { workingDays: [0, 1, 2, 3, 4, 5] },
  ],
  [
    'a minute before the cut-off time',
    ['2026-12-02', '2026-12-03'],
    '2026-12-01T13:59:59Z',
    { cutOff: '14:00' },
  ],
  [
    'at the cut-off time',
    ['2026-12-03', '2026-12-04'],
    '2026-12-01T14:00:00Z',
    { cutOff: '14:00' },
  ],
  [
    'after the cut-off time of a day off, which changes nothing',
    ['2026-12-08', '2026-12-09'],
    '2026-12-06T20:00:00Z',
    { cutOff: '14:00' },
  ],
  [
    'after the cut-off time of a Friday',
    ['2026-12-08', '2026-12-09'],
    '2026-12-04T20:00:00Z',
    { cutOff: '14:00' },
  ],
  ['with handling days', ['2026-12-07', '2026-12-08'], '2026-12-01T10:00:00Z', { handlingDays: 3 }],
  [
    'over holidays',
    ['2026-12-28', '2026-12-29'],
    '2026-12-23T10:00:00Z',
    { holidays: ['2026-12-24', '2026-12-25'] },
  ],
  [
    'over the end of a year',
    ['2027-01-04', '2027-01-05'],
    '2026-12-31T10:00:00Z',
    { holidays: ['2027-01-01'] },
  ],
  [
    'in a time zone where it is tomorrow',
    ['2026-12-03', '2026-12-04'],
    '2026-12-01T16:00:00Z',
    {},
    { timeZone: 'Asia/Tokyo' },
  ],
  [
    'in a time zone where it is still Sunday',
    ['2026-12-08', '2026-12-09'],
    '2026-12-07T03:00:00Z',
    {},
    { timeZone: 'America/Los_Angeles' },
  ],
  [
    'at a cut-off time of summer time',
    ['2026-07-03', '2026-07-06'],
    '2026-07-01T12:30:00Z',
    { cutOff: '14:00' },
    { timeZone: 'Europe/Berlin' },
  ],
  ['on the same day', ['2026-12-01', '2026-12-01'], '2026-12-01T10:00:00Z', {}, { days: [0, 0] }],
  [
    'with one number of days',
    ['2026-12-04', '2026-12-04'],
    '2026-12-01T10:00:00Z',
    {},
    { days: [null, 3] },
  ],
])('%s', (_, days, ...order) => expect(estimate(...order)).toEqual(days))

test('a rate without days has no estimate', () =>
  expect(estimate('2026-12-01T10:00:00Z', {}, { days: [null, null] })).toEqual([null, null]))

test('settings need a working day, so that every order has a day of delivery', () => {
  expect(ShippingSettings.safeParse({ workingDays: [] }).success).toBe(false)
  expect(ShippingSettings.safeParse({ cutOff: '25:00' }).success).toBe(false)
})

test.each<[string, string, string, Partial<ShippingSettings>?]>([
  ['the same day', '2026-12-01', '2026-12-01T10:00:00Z'],
  ['after a weekend', '2026-12-07', '2026-12-05T10:00:00Z'],
  ['after the cut-off time', '2026-12-02', '2026-12-01T14:00:00Z', { cutOff: '14:00' }],
  ['with handling days', '2026-12-04', '2026-12-01T10:00:00Z', { handlingDays: 3 }],
])('an order is shipped in time on %s', (_, shipBy, placedAt, settings = {}) => {
  expect(
    findShipByDate(
      { placedAt: new Date(placedAt), timeZone: 'UTC' },
      ShippingSettings.parse(settings),
    ),
  ).toBe(shipBy)
})

test('exactly the orders before the returned time should have been shipped', () => {
  const times = fc.record({
    cutOff: fc.constantFrom('', '00:00', '09:30', '14:00', '23:59'),
    handlingDays: fc.integer({ min: 0, max: 12 }),
    workingDays: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 }),
    holidays: fc.subarray(['2026-12-24', '2026-12-25', '2026-12-28', '2027-01-01']),
  })
  const minute = fc.integer({ min: 0, max: 60 * 24 * 60 - 1 })
  fc.assert(
    fc.property(times, minute, fc.integer({ min: 0, max: 40 }), (values, placedIn, todayIn) => {
      const settings = ShippingSettings.parse(values)
      const placedAt = new Date(Date.UTC(2026, 10, 20) + placedIn * 60_000)
      const today = new Date(Date.UTC(2026, 11, 1 + todayIn)).toISOString().slice(0, 10)
      const { date, time } = findLateOrdersEnd(today, settings)
      const isLate = findShipByDate({ placedAt, timeZone: 'UTC' }, settings) < today
      expect(placedAt < new Date(`${date}T${time}:00Z`)).toBe(isLate)
    }),
  )
})

/** 2026-12-01 is a Tuesday. */
test.each([
  ['on the day before', '2026-12-02 10:30', '2026-12-01 10:30'],
  ['before a weekend', '2026-12-07 10:30', '2026-12-04 10:30'],
  ['the whole Thursday, on a Saturday', '2026-12-05 10:30', '2026-12-04 00:00'],
  ['before a holiday', '2026-12-28 10:30', '2026-12-24 10:30'],
])('a working day ago is the time %s', (_case, now, expected) => {
  const [date = '', time = ''] = now.split(' ')
  const settings = ShippingSettings.parse({ holidays: ['2026-12-25'] })
  const ago = findWorkingDayAgo({ date, time }, settings)
  expect(`${ago.date} ${ago.time}`).toBe(expected)
})

import { expect, test } from 'vitest'
import { getDateText } from './date-text.ts'

const arabic = 'ar-u-ca-gregory-nu-latn'

test.each([
  ['de', '01.03.2026', 'Tag.Monat.Jahr'],
  ['en-US', '03/01/2026', undefined],
  ['en-GB', '01/03/2026', undefined],
  ['fr', '01/03/2026', undefined],
  ['pt', '01/03/2026', undefined],
  ['es', '01/03/2026', undefined],
  [arabic, '01/03/2026', 'يوم/شهر/سنة'],
])('%s writes days as %s and reads them', (locale, text, pattern) => {
  const day = getDateText(locale)
  expect(day.format('2026-03-01')).toBe(text)
  expect(day.parse(text)).toBe('2026-03-01')
  expect(day.format('')).toBe('')
  if (pattern) expect(day.pattern).toBe(pattern)
})

test.each([
  ['de', '24.12.2026', '2026-12-24'],
  ['de', '24.12.26', '2026-12-24'],
  ['de', ' 4. 1. 2026 ', '2026-01-04'],
  ['de', '2026-12-24', '2026-12-24'],
  ['en-US', '12/24/2026', '2026-12-24'],
  [arabic, '٢٤/١٢/٢٠٢٦', '2026-12-24'],
  ['de', '29.02.2024', '2024-02-29'],
  ['de', '29.02.2026', undefined],
  ['de', '32.12.2026', undefined],
  ['de', '24.12.', undefined],
  ['de', '24.12.2026.1', undefined],
  ['en-US', '24/12/2026', undefined],
  ['de', 'morgen', undefined],
])('%s reads %s as %s', (locale, text, day) => {
  expect(getDateText(locale).parse(text)).toBe(day)
})

test('the year of a day has four digits while the user types', () => {
  const { parse } = getDateText('de')
  expect(parse('24.12.20', { isTyping: true })).toBeUndefined()
  expect(parse('24.12.2026', { isTyping: true })).toBe('2026-12-24')
})

test.each(['de', 'en-US', 'en-GB', 'fr', 'pt', 'es', arabic])('%s reads its own times', locale => {
  const time = getDateText(locale, true)
  for (const value of [
    '2026-03-01T00:05',
    '2026-03-01T09:30',
    '2026-03-01T12:00',
    '2026-12-24T23:59',
  ])
    expect(time.parse(time.format(value)), time.format(value)).toBe(value)
})

test.each([
  ['de', '01.03.2026, 09:30', '2026-03-01T09:30'],
  ['de', '01.03.2026 9:30', '2026-03-01T09:30'],
  ['de', '01.03.2026', '2026-03-01T00:00'],
  ['en-US', '03/01/2026 9:30 pm', '2026-03-01T21:30'],
  ['en-US', '03/01/2026, 21:30', '2026-03-01T21:30'],
  ['de', '01.03.2026 24:00', undefined],
  ['en-US', '2026-03-01T12:30', '2026-03-01T12:30'],
  ['en-US', '2026-03-01T09:30:00', '2026-03-01T09:30'],
  ['en-US', '2026/3/1 9:30', '2026-03-01T09:30'],
  ['en-GB', '2026年3月1日 9:30', '2026-03-01T09:30'],
  ['de', '2026.03.01 24:00', undefined],
  ['en-US', '2026-12-24 9:30 PM', '2026-12-24T21:30'],
  ['en-US', '2026-03-01T09:30:00Z', undefined],
  ['en-US', '03/01/2026 12 noon', '2026-03-01T12:00'],
  ['en-US', '03/01/2026 12:30 p', '2026-03-01T12:30'],
  ['en-US', '03/01/2026 12:30 a', '2026-03-01T00:30'],
  ['en-US', '03/01/2026 9:30 p.m.', '2026-03-01T21:30'],
  ['en-GB', '01/03/2026 12:30 am', '2026-03-01T00:30'],
  ['es', '01/03/2026 a las 12:30', '2026-03-01T12:30'],
  ['de', '01.03.2026, 09:30:15', '2026-03-01T09:30'],
  ['de', '01.03.2026, 09:30:75', undefined],
  [arabic, '01/03/2026، 12:30 ص', '2026-03-01T00:30'],
])('%s reads the time %s as %s', (locale, text, time) => {
  expect(getDateText(locale, true).parse(text)).toBe(time)
})

import { expect, test } from 'vitest'
import { formatPhone, normalizePhone } from './phone-number.ts'

test.each([
  ['040 123 45 67', 'DE', '+49 40 1234567'],
  ['0049 (40) 123-4567', 'DE', '+49 40 1234567'],
  ['+1 (415) 555-0132', 'DE', '+1 415 555 0132'],
  ['415.555.0132', 'US', '+1 415 555 0132'],
  ['٠٢ ٢٣٤٥٦٧٨٩', 'EG', '+20 2 23456789'],
  ['+20 2 23456789', '', '+20 2 23456789'],
])('formats %s in %s', (text, country, expected) => {
  expect(formatPhone(text, country)).toBe(expected)
})

test.each([
  ['040 1234567', ''],
  ['040 1234567', 'XX'],
  ['call me', 'DE'],
  ['Tel. 040 1234567 or 040 7654321', 'DE'],
  ['12', 'DE'],
  ['', 'DE'],
  ['+49 40 1234567 <b>', 'DE'],
  ['9'.repeat(40), 'DE'],
])('returns undefined for %j in %j', (text, country) => {
  expect(formatPhone(text, country)).toBeUndefined()
})

test.each([
  ['+49 171 5559876', '1715559876'],
  ['0049 (0)171 555-98 76', '1715559876'],
  ['0171/5559876', '01715559876'],
  ['٠١٧١ ٥٥٥', '0171555'],
  ['0171–555', '0171555'],
  ['12345', '12345'],
  ['1234', '1234'],
  ['#12345', '#12345'],
  ['anna 12345', 'anna 12345'],
  ['1Z999AA10123456785', '1Z999AA10123456785'],
])('searches %j as %j', (text, expected) => {
  expect(normalizePhone(text)).toBe(expected)
})

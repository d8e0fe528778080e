import { expect, test } from 'vitest'
import { formatPhone } from './phone-number.ts'

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

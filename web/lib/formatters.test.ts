import { expect, test } from 'vitest'
import { createFormatters } from './formatters.ts'

test('parts of a line are joined without empty ones, and keep their direction in Arabic', () => {
  const parts = ['45 × 45 cm', '', null, undefined, false, 'C-45'] as const
  expect(createFormatters('en').parts(parts)).toBe('45 × 45 cm · C-45')
  expect(createFormatters('ar').parts(parts)).toBe('\u206845 × 45 cm\u2069 · \u2068C-45\u2069')
})

import { expect, test } from 'vitest'
import { formatFilterValue } from './list-filters.tsx'

test('formats a filter value only when there is one', () => {
  const day = {
    key: 'from',
    label: 'Placed from',
    formatValue: (value: unknown) => new Date(String(value)).toISOString().slice(0, 10),
  }
  expect(formatFilterValue(day, undefined)).toBe('')
  expect(formatFilterValue(day, '')).toBe('')
  expect(formatFilterValue(day, '2026-03-01')).toBe('2026-03-01')
})

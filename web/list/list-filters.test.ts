import { expect, test } from 'vitest'
import { sayFilter } from './list-filters.tsx'

test('a filter reads its value only once there is one', () => {
  const day = {
    key: 'from',
    label: 'Placed after',
    say: (value: unknown) => new Date(String(value)).toISOString().slice(0, 10),
  }
  expect(sayFilter(day, undefined)).toBe('')
  expect(sayFilter(day, '')).toBe('')
  expect(sayFilter(day, '2026-03-01')).toBe('2026-03-01')
})

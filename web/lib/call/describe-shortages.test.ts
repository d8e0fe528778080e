import { expect, test } from 'vitest'
import { describeShortages } from './describe-shortages.ts'

const problem = (data: unknown, code = 'insufficient_stock') => ({
  status: false as const,
  code,
  message: 'There isn’t enough inventory for this order.',
  errors: [
    { path: 'lines.0', code: 'line_stock_short', message: 'Only 2 left' },
    { path: 'lines.1', code: 'line_stock_short', message: 'Only 2 left' },
    { path: 'lines.2', code: 'line_out_of_stock', message: 'Out of stock' },
  ],
  data,
})

test('a problem of the stock names each item once, with what is left', () => {
  const data = [
    { line: 2, variant: 'b', title: 'Cup' },
    { line: 0, variant: 'a', title: 'Mug – Red' },
    { line: 1, variant: 'a', title: 'Mug – Red' },
  ]
  expect(describeShortages(problem(data))).toBe('Cup: Out of stock · Mug – Red: Only 2 left')
})

test('other problems name no items', () => {
  expect(describeShortages(problem([{ line: 0, title: 'Mug' }], 'version_conflict'))).toBe('')
  expect(describeShortages(problem(undefined))).toBe('')
  expect(describeShortages(problem({ title: 'Mug' }))).toBe('')
})

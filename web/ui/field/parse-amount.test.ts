import { expect, test } from 'vitest'
import { parseAmount } from './parse-amount.ts'

test.each([
  ['36,50', '.', 36.5],
  ['36.50', ',', 36.5],
  ['12,5', '.', 12.5],
  ['1.234,50', '.', 1234.5],
  ['1,234.50', ',', 1234.5],
  ['1,200', '.', 1200],
  ['1.200', ',', 1200],
  ['1.200', '.', 1.2],
  ['1.200', undefined, 1200],
  ['1,200', undefined, 1200],
  ['1.200,50', undefined, 1200.5],
  ['12.5', undefined, 12.5],
  ['0.125', ',', 0.125],
  ['1.234.567', '.', 1_234_567],
  ['1’234.50', '.', 1234.5],
  ['1 234,50 €', ',', 1234.5],
  ['$ 19.99', '.', 19.99],
  ['-5', '.', -5],
  ['−5,00 €', ',', -5],
  ['٣٦٫٥', '.', 36.5],
  ['36,', '.', 36],
  [',5', '.', 0.5],
  ['', '.', undefined],
  ['abc', '.', undefined],
])('reads the amount %j where the decimal mark is %j', (text, decimalMark, amount) => {
  expect(parseAmount(text, decimalMark)).toBe(amount)
})

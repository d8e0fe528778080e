import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatCsvMoney } from '../product/import-product-export.ts'
import { parseBoolean, parseInteger, parseMoney, parseWeight } from './import-number.ts'

it.each([
  ['19.99', 2, 1999],
  ['99', 2, 9900],
  ['.5', 2, 50],
  ['1,5', 2, 150],
  ['1.234,56', 2, 123_456],
  ['1,234.56', 2, 123_456],
  ['1 234,56', 2, 123_456],
  ['1\u00a0234.56', 2, 123_456],
  ["1'234.50", 2, 123_450],
  ['1.234.567', 2, 123_456_700],
  ['12,34,567.00', 2, 123_456_700],
  ['$19.99', 2, 1999],
  ['19,99 €', 2, 1999],
  ['USD 19.99', 2, 1999],
  ['19.99 EUR', 2, 1999],
  ['R$ 5,00', 2, 500],
  ['120 kr', 2, 12_000],
  ['US$7', 2, 700],
  ['1999', 0, 1999],
  ['1.5', 3, 1500],
  ['0', 2, 0],
  ['-0', 2, 0],
  ['0,125', 3, 125],
  ['９.５', 2, 950],
  ['9999999.00', 2, 999_999_900],
])('reads %s with %i decimals as %i', (text, exponent, value) => {
  expect(parseMoney(text, exponent)).toEqual({ value })
})

it.each([
  ['', 2, { value: null }],
  ['44.441', 2, { value: 4444, problem: 'rounded' }],
  ['44.445', 2, { value: 4445, problem: 'rounded' }],
  ['9.5', 0, { value: 10, problem: 'rounded' }],
  ['1,234', 2, { value: 123_400, problem: 'ambiguous' }],
  ['-5', 2, { value: null, problem: 'negative' }],
  ['-$5.00', 2, { value: null, problem: 'negative' }],
  ['(5.00)', 2, { value: null, problem: 'not_a_number' }],
  ['free', 2, { value: null, problem: 'not_a_number' }],
  ['1e3', 2, { value: null, problem: 'not_a_number' }],
  ['1,2,3', 2, { value: null, problem: 'not_a_number' }],
  ['12.34.56', 2, { value: null, problem: 'not_a_number' }],
  ['NaN', 2, { value: null, problem: 'not_a_number' }],
  ['10000000000000', 2, { value: null, problem: 'too_large' }],
])('parses %s with %i decimals as %o', (text, exponent, cell) => {
  expect(parseMoney(text, exponent)).toEqual(cell)
})

it('parses every amount that it formats', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1_000_000_000_000 }),
      fc.integer({ min: 0, max: 4 }),
      (minor, exponent) => {
        expect(parseMoney(formatCsvMoney(minor, exponent), exponent)).toEqual({ value: minor })
      },
    ),
  )
})

it.each([
  ['200', 'g', 200],
  ['396.8933238', 'g', 397],
  ['1.2', 'lbs', 544],
  ['.2', 'lb', 91],
  ['0.5', 'kg', 500],
  ['8', 'oz', 227],
  ['1.5 kg', 'g', 1500],
  ['', 'g', null],
])('parses %s in %s as %s grams', (text, unit, value) => {
  expect(parseWeight(text, unit)).toEqual({ value })
})

it.each([
  ['5', 5],
  ['5.0', 5],
  ['-1', -1],
  ['', null],
])('parses the count %s as %s', (text, value) => expect(parseInteger(text)).toEqual({ value }))
it.each(['5.5', 'many', '1,000'])('rejects the count %s', text =>
  expect(parseInteger(text)).toEqual({ value: null, problem: 'not_a_number' }),
)
it.each([
  ['TRUE', true],
  ['false', false],
  ['1', true],
  ['deny', false],
  ['continue', true],
  ['', undefined],
  ['perhaps', undefined],
])('parses the flag %s as %s', (text, flag) => expect(parseBoolean(text)).toBe(flag))

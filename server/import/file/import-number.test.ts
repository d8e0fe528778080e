import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatCsvMoney } from '../product/import-product-export.ts'
import { parseBoolean, parseInteger, parseMoney, parseWeight } from './import-number.ts'
import { type NumberFormat, plainFormat } from './number-format.ts'

/** Neither the column nor the file shows how its numbers are written. */
const unknown: NumberFormat = { languageMark: '.', hasWholeNumbers: false }
const german: NumberFormat = { languageMark: ',', hasWholeNumbers: false }
const commaColumn: NumberFormat = { ...unknown, columnMark: ',' }
const pointColumn: NumberFormat = { ...german, columnMark: '.' }
const commaFile: NumberFormat = { ...unknown, fileMark: ',' }
const pointFile: NumberFormat = { ...german, fileMark: '.' }

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
  ['1’299.00', 2, 129_900],
  ['CHF 1´299.50', 2, 129_950],
  ['1\u202f299,50 €', 2, 129_950],
  ['1 299 999,00', 2, 129_999_900],
  ['₹ 1,23,456.70', 2, 12_345_670],
  ['١٬٢٣٤٫٥٠ ر.س', 2, 123_450],
  ['۱۲۳۴٫۵', 2, 123_450],
  ['\u200f1.234,50\u00a0€', 2, 123_450],
  ['19,-', 2, 1900],
  ['19,– €', 2, 1900],
  ['1.299,-', 2, 129_900],
  ['Fr. 19.--', 2, 1900],
  ['Fr.5', 2, 500],
  ['$.50', 2, 50],
  ['19,90 Euro', 2, 1990],
  ['+5.00', 2, 500],
  ['1,250', 0, 1250],
  ['1.299', 0, 1299],
  ['1.250', 3, 1250],
])('reads %s with %i decimals as %i', (text, exponent, value) => {
  expect(parseMoney(text, exponent, unknown)).toEqual({ value })
})

it.each([
  ['1.299', commaColumn, 129_900],
  ['1,299', commaColumn, 130],
  ['1.299', pointColumn, 130],
  ['1,299', pointColumn, 129_900],
  ['1.299', commaFile, 129_900],
  ['1,299', pointFile, 129_900],
])('reads %s by the other numbers of %o', (text, format, value) => {
  expect(parseMoney(text, 2, format).value).toBe(value)
})

it.each([
  ['1.290', unknown, { value: 129, problem: 'ambiguous_decimals' }],
  ['1.299', unknown, { value: 130, problem: 'rounded' }],
  ['1.299', german, { value: 129_900, problem: 'ambiguous_thousands' }],
  ['1,299', unknown, { value: 129_900, problem: 'ambiguous_thousands' }],
  ['1,290', german, { value: 129, problem: 'ambiguous_decimals' }],
  // Prices with decimals would not be beside whole numbers.
  [
    '1.299',
    { ...unknown, hasWholeNumbers: true },
    { value: 129_900, problem: 'ambiguous_thousands' },
  ],
])('reads %s by the language and warns', (text, format, cell) => {
  expect(parseMoney(text, 2, format)).toEqual(cell)
})

it.each([
  ['', 2, { value: null }],
  ['44.4411', 2, { value: 4444, problem: 'rounded' }],
  ['44.4451', 2, { value: 4445, problem: 'rounded' }],
  ['9.5', 0, { value: 10, problem: 'rounded' }],
  ['-5', 2, { value: null, problem: 'negative' }],
  ['-$5.00', 2, { value: null, problem: 'negative' }],
  ['(5.00)', 2, { value: null, problem: 'negative' }],
  ['(5,00 €)', 2, { value: null, problem: 'negative' }],
  ['5,00-', 2, { value: null, problem: 'negative' }],
  ['5.00- EUR', 2, { value: null, problem: 'negative' }],
  ['5 - 7', 2, { value: null, problem: 'not_a_number' }],
  ['1 2 3', 2, { value: null, problem: 'not_a_number' }],
  ['1.2.345', 2, { value: null, problem: 'not_a_number' }],
  ['ab 5', 2, { value: null, problem: 'not_a_number' }],
  ['free', 2, { value: null, problem: 'not_a_number' }],
  ['1e3', 2, { value: null, problem: 'not_a_number' }],
  ['1,2,3', 2, { value: null, problem: 'not_a_number' }],
  ['12.34.56', 2, { value: null, problem: 'not_a_number' }],
  ['NaN', 2, { value: null, problem: 'not_a_number' }],
  ['10000000000000', 2, { value: null, problem: 'too_large' }],
])('parses %s with %i decimals as %o', (text, exponent, cell) => {
  expect(parseMoney(text, exponent, unknown)).toEqual(cell)
})

it('parses every amount that it formats', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1_000_000_000_000 }),
      fc.integer({ min: 0, max: 4 }),
      (minor, exponent) => {
        expect(parseMoney(formatCsvMoney(minor, exponent), exponent, plainFormat)).toEqual({
          value: minor,
        })
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
  ['1,250', 'kg', 1250],
  ['12,500', 'kg', 12_500],
  ['1.250', 'kg', 1250],
  ['1,250 kg', 'g', 1250],
  ['1,250', 'lb', 567],
  ['1,250', 'g', 1250],
  ['1.250', 'g', 1250],
  ['250.000', 'g', 250],
  ['١٫٢٥٠ كجم', 'g', 1250],
])('parses %s in %s as %s grams', (text, unit, value) => {
  expect(parseWeight(text, unit, unknown)).toEqual({ value })
})

it.each([
  ['1,250', 'kg', pointColumn, { value: 1_250_000, problem: 'ambiguous_thousands' }],
  ['1,250', 'kg', pointFile, { value: 1250, problem: 'ambiguous_decimals' }],
  ['12.500', 'g', unknown, { value: 13, problem: 'ambiguous_decimals' }],
  ['12.500', 'g', commaFile, { value: 12_500 }],
  ['-1', 'kg', unknown, { value: null, problem: 'negative' }],
  ['heavy', 'kg', unknown, { value: null, problem: 'not_a_number' }],
])('parses %s in %s of %o as %o', (text, unit, format, cell) => {
  expect(parseWeight(text, unit, format)).toEqual(cell)
})

it.each([
  ['5', unknown, 5],
  ['5.0', unknown, 5],
  ['5,00', unknown, 5],
  ['-1', unknown, -1],
  ['3-', unknown, -3],
  ['(3)', unknown, -3],
  ['', unknown, null],
  ['1,250', unknown, 1250],
  ['1.250', unknown, 1250],
  ['1,000', { ...unknown, hasWholeNumbers: true }, 1000],
  ['1,000', commaColumn, 1],
  ['1.000', commaFile, 1000],
  ["1'000", unknown, 1000],
])('parses the count %s of %o as %s', (text, format, value) =>
  expect(parseInteger(text, format)).toEqual({ value }),
)
it('warns of a count that can have decimals', () =>
  expect(parseInteger('1,000', unknown)).toEqual({ value: 1000, problem: 'ambiguous_thousands' }))
it.each(['5.5', 'many', '1,0001', '5 kg'])('rejects the count %s', text =>
  expect(parseInteger(text, unknown)).toEqual({ value: null, problem: 'not_a_number' }),
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

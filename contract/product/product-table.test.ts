import { expect, test } from 'vitest'
import {
  formatDetailRows,
  formatSizeRows,
  parseDetails,
  parseSizeTable,
  toDetailRows,
  toSizeRows,
} from './product-table.ts'

test('a detail is a name and a value, and other lines continue it', () => {
  expect(
    parseDetails('Material: Linen: 100 %\n\n  Care :Wash at 30°\nDry flat\nNo value:\nتنظيف: يدوي'),
  ).toEqual([
    { name: 'Material', value: 'Linen: 100 %' },
    { name: 'Care', value: 'Wash at 30°\nDry flat' },
    { name: 'تنظيف', value: 'يدوي' },
  ])
  expect(parseDetails('only a text')).toEqual([])
})

test('the rows of a size table have the same width', () => {
  expect(parseSizeTable('Size | Chest | Waist |\n\nS | 92\nM\t96\t80')).toEqual([
    ['Size', 'Chest', 'Waist'],
    ['S', '92', ''],
    ['M', '96', '80'],
  ])
  expect(parseSizeTable(' | \n')).toEqual([])
})

test.each([
  [[['Material', 'Linen ']]],
  [
    [
      ['', 'value only'],
      ['', ''],
      ['Care', 'a: b'],
    ],
  ],
])('details %j are edited without losing what is typed', rows => {
  expect(toDetailRows(formatDetailRows(rows))).toEqual(rows)
})

test.each([
  [[['Size ', '', 'Waist ']]],
  [
    [
      ['', 'Chest'],
      ['S', ' 92 '],
    ],
  ],
  [[[' ', ' ', 'x']]],
])('sizes %j are edited without losing what is typed', rows => {
  expect(toSizeRows(formatSizeRows(rows))).toEqual(rows)
})

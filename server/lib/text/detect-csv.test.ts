import { expect, test } from 'vitest'
import { detectCsv } from './detect-csv.ts'

const limits = { maxCells: 500, maxLength: 100_000 }

test.each([
  ['a,b;c,d', ','],
  ['a;b;"c,d,e,f"', ';'],
  ['a\tb', '\t'],
  ['only', '\t'],
  ['Name;Price, EUR\nMug;9,50\nJug;3,20', ';'],
  ['/old;https://example.com/?a=1,2', ';'],
  ['sep=,\r\na;b;c,d', ','],
])('finds the delimiter of %j', (text, delimiter) => {
  expect(detectCsv(text, limits).delimiter).toBe(delimiter)
})

const table = 'Name;SKU;Price;Stock\nPlate;T;9,50;3\n'

test.each([
  ['', 1],
  ['Price list 2026\n', 2],
  ['Price list 2026;;;\n;;;\n', 3],
  ['"Price list, autumn";;;\n\n\n', 4],
  ['Prices, autumn, net, without tax\n', 2],
  ['Company;Mug Ltd.;;\nDate;2026-11-01;;\n\n', 4],
])('finds the header after the titles %j', (titles, headerRow) => {
  expect(detectCsv(titles + table, limits)).toMatchObject({
    delimiter: ';',
    headerRow,
    columnCount: 4,
  })
})

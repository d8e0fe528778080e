import { expect, test } from 'vitest'
import { emptyVariant } from '../product-values.ts'
import {
  moneyColumn,
  parseCellNumber,
  parsePastedCells,
  stockColumn,
  weightColumn,
} from './product-cell-column.ts'

test.each([
  ['19.99', 2, 19.99],
  ['19,99', 2, 19.99],
  ['1,299.50', 2, 1299.5],
  ['1.299,50', 2, 1299.5],
  ['1 299,5', 2, 1299.5],
  ['$12', 2, 12],
  ['1,299', 2, 1299],
  ['1,299', 3, 1.299],
  ['1500', 0, 1500],
  ['.5', 2, 0.5],
  ['', 2, null],
  ['abc', 2, undefined],
  ['-3', 0, -3],
])('reads %s with %i decimals as %s', (text, digits, amount) =>
  expect(parseCellNumber(text, digits)).toBe(amount),
)

test('parses and formats amounts and weights in cells', () => {
  const price = moneyColumn('price', 'Price', 'USD')
  expect(price.format({ ...emptyVariant, price: 1999 })).toBe('19.99')
  expect(price.parse('19.99')).toEqual({ price: 1999 })
  expect(price.parse('')).toBeUndefined()
  expect(price.parse('-1')).toBeUndefined()
  expect(moneyColumn('cost', 'Cost', 'JPY').parse('')).toEqual({ cost: null })
  expect(moneyColumn('price', 'Price', 'KWD').parse('1,299')).toEqual({ price: 1299 })
  const dinars = moneyColumn('price', 'Price', 'IQD')
  expect(dinars.parse('25,000')).toEqual({ price: 25_000_000 })
  expect(dinars.format({ ...emptyVariant, price: 25_000_000 })).toBe('25000')
  const weight = weightColumn('Weight', 'lb')
  expect(weight.parse('1,5')).toEqual({ weight: 680 })
  expect(weight.format({ ...emptyVariant, weight: 680 })).toBe('1.5')
})

test('turns on inventory tracking when a quantity is typed', () => {
  const stock = stockColumn('Quantity')
  expect(stock.format({ ...emptyVariant, trackStock: false, stock: 9 })).toBe('')
  expect(stock.parse('12')).toEqual({ stock: 12, trackStock: true })
  expect(stock.parse('1.5')).toBeUndefined()
})

test('parses a pasted column as one cell per row', () => {
  expect(parsePastedCells('1\r\n2\r\n')).toEqual([['1'], ['2']])
  expect(parsePastedCells('1\tA\n2\tB')).toEqual([
    ['1', 'A'],
    ['2', 'B'],
  ])
})

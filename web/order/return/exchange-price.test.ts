import { expect, it } from 'vitest'
import { getExchangePrice } from './exchange-price.ts'

const small = { _id: 'small', product: 'shirt', price: 2000 }
const large = { _id: 'large', product: 'shirt', price: 2000 }
const line = { _id: 'a', variant: 'small', quantity: 3, unitPrice: 2000, discount: 1000 }
const orderReturn = { lines: [{ line: 'a' }] }

it.each([
  ['the paid price for another size that costs the same', large, small, 1666],
  ['the price of today for a dearer size', { ...large, price: 2200 }, small, 2200],
  [
    'the price of today if it rose for both sizes but unequally',
    large,
    { ...small, price: 1900 },
    2000,
  ],
  ['the price of today for another product', { ...large, product: 'hat' }, small, 2000],
  [
    'the paid price if both sizes cost more now',
    { ...large, price: 2500 },
    { ...small, price: 2500 },
    1666,
  ],
])('is %s', (_, choice, variant, price) =>
  expect(getExchangePrice(choice, { lines: [line] }, orderReturn, [variant])).toBe(price),
)

it('is the price of today for lines that are not returned, and for deleted variants', () => {
  const price = (lines: { line: string }[], variants: (typeof small)[]) =>
    getExchangePrice(large, { lines: [line] }, { lines }, variants)
  expect([price([{ line: 'b' }], [small]), price([{ line: 'a' }], [])]).toEqual([2000, 2000])
})

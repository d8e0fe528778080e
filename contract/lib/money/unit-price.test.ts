import fc from 'fast-check'
import { expect, test } from 'vitest'
import { getUnitPrice } from './unit-price.ts'

const noReference = { referenceAmount: null }

test.each([
  ['250 g, per kilogram', 499, 250, 'g', null, { price: 1996, amount: 1, unit: 'kg' }],
  ['250 g, per 100 g', 499, 250, 'g', 100, { price: 200, amount: 100, unit: 'g' }],
  ['0.75 l', 1099, 0.75, 'l', null, { price: 1465, amount: 1, unit: 'l' }],
  ['330 ml, per liter', 100, 330, 'ml', null, { price: 303, amount: 1, unit: 'l' }],
  ['half a minor unit is rounded up', 1, 2, 'm', null, { price: 1, amount: 1, unit: 'm' }],
  ['6 items', 599, 6, 'item', null, { price: 100, amount: 1, unit: 'item' }],
  ['2.5 m²', 10_000, 2.5, 'm2', null, { price: 4000, amount: 1, unit: 'm2' }],
  ['1 g of gold', 1_000_000_000_000, 0.001, 'g', 1, { price: 1e15, amount: 1, unit: 'g' }],
] as const)('%s', (_, price, measureAmount, measureUnit, referenceAmount, unitPrice) => {
  expect(getUnitPrice(price, { measureAmount, measureUnit, referenceAmount })).toEqual(unitPrice)
})

test('a variant without its content has no unit price', () => {
  expect(getUnitPrice(100, { measureAmount: null, measureUnit: 'g', ...noReference })).toBe(
    undefined,
  )
  expect(getUnitPrice(100, { measureAmount: 5, measureUnit: null, ...noReference })).toBe(undefined)
})

test('is within half a minor unit of the exact value', () => {
  const thousandths = fc.integer({ min: 1, max: 1_000_000 })
  fc.assert(
    fc.property(fc.nat(10_000_000), thousandths, thousandths, (price, content, reference) => {
      const unitPrice = getUnitPrice(price, {
        measureAmount: content / 1000,
        measureUnit: 'm',
        referenceAmount: reference / 1000,
      })
      const error =
        BigInt(unitPrice?.price ?? 0) * BigInt(content) - BigInt(price) * BigInt(reference)
      expect(2n * (error < 0n ? -error : error) <= BigInt(content)).toBe(true)
    }),
  )
})

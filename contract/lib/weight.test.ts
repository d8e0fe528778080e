import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromGrams, toGrams, weightUnits } from './weight.ts'

test.each([
  [1.5, 'lb', 680],
  [8, 'oz', 227],
  [1.2, 'kg', 1200],
  [750, 'g', 750],
  [0, 'lb', 0],
] as const)('%s %s are %s grams, and back', (weight, unit, grams) => {
  expect(toGrams(weight, unit)).toBe(grams)
  expect(fromGrams(grams, unit)).toBe(weight)
})

test('any weight in grams is the same after its display in another unit', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 10_000_000 }),
      fc.constantFrom(...weightUnits),
      (grams, unit) => {
        expect(toGrams(fromGrams(grams, unit), unit)).toBe(grams)
      },
    ),
  )
})

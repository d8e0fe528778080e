import { expect, test } from 'vitest'
import { emptyVariant, type VariantValues } from '../product-values.ts'
import {
  addMissingVariants,
  listMissingCombinations,
  rearrangeVariants,
} from './product-variant-matrix.ts'

const size = { name: 'Size', values: ['S', 'M'] }
const color = { name: 'Color', values: ['Red', 'Blue'] }
const variant = (options: string[], price = 100): VariantValues => ({
  ...emptyVariant,
  _id: options.join('-'),
  options,
  price,
  stock: 5,
  sku: 'A',
})
const summarize = (variants: VariantValues[]) =>
  variants.map(
    ({ _id, options, price }) => `${options?.join('/')} ${_id ? 'kept' : 'new'} ${price}`,
  )

test('assigns the first value of a new option and copies the variant for other values', () => {
  const simple = { options: [], variants: [{ ...variant([]), _id: 'one' }] }
  const variants = rearrangeVariants(simple, [size])
  expect(summarize(variants)).toEqual(['S kept 100', 'M new 100'])
  expect(variants.map(({ stock, sku }) => [stock, sku])).toEqual([
    [5, 'A'],
    [0, ''],
  ])
})

test('ignores an option without values', () => {
  const before = { options: [size], variants: [variant(['S']), variant(['M'])] }
  expect(rearrangeVariants(before, [size, { name: 'Color', values: [] }])).toEqual(before.variants)
})

test('adds the combinations of a new value but not those removed before', () => {
  const before = {
    options: [size, color],
    variants: [variant(['S', 'Red']), variant(['M', 'Blue'])],
  }
  const options = [{ ...size, values: ['S', 'M', 'L'] }, color]
  expect(summarize(rearrangeVariants(before, options))).toEqual([
    'S/Red kept 100',
    'M/Blue kept 100',
    'L/Red new 100',
    'L/Blue new 100',
  ])
  expect(listMissingCombinations(before)).toEqual([
    ['S', 'Blue'],
    ['M', 'Red'],
  ])
  expect(summarize(addMissingVariants(before))).toEqual([
    'S/Red kept 100',
    'S/Blue new 100',
    'M/Red new 100',
    'M/Blue kept 100',
  ])
})

test('removes variants of a removed value and keeps those of a renamed or moved option', () => {
  const before = {
    options: [size, color],
    variants: [variant(['S', 'Red']), variant(['S', 'Blue']), variant(['M', 'Red'])],
  }
  expect(summarize(rearrangeVariants(before, [{ ...size, values: ['S'] }, color]))).toEqual([
    'S/Red kept 100',
    'S/Blue kept 100',
  ])
  expect(summarize(rearrangeVariants(before, [{ ...size, name: 'Width' }, color]))).toEqual([
    'S/Red kept 100',
    'S/Blue kept 100',
    'M/Red kept 100',
  ])
  expect(summarize(rearrangeVariants(before, [color, size]))).toEqual([
    'Red/S kept 100',
    'Red/M kept 100',
    'Blue/S kept 100',
  ])
})

test('keeps one variant of each remaining combination when an option is removed', () => {
  const before = {
    options: [size, color],
    variants: [variant(['S', 'Red'], 1), variant(['S', 'Blue'], 2), variant(['M', 'Red'], 3)],
  }
  expect(summarize(rearrangeVariants(before, [size]))).toEqual(['S kept 1', 'M kept 3'])
  expect(summarize(rearrangeVariants(before, []))).toEqual([' kept 1'])
})

test('creates all combinations again when every value is replaced', () => {
  const before = { options: [size], variants: [variant(['S'], 7)] }
  expect(summarize(rearrangeVariants(before, [{ name: 'Size', values: ['XL'] }]))).toEqual([
    'XL new 7',
  ])
})

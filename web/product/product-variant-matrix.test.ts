import { expect, test } from 'vitest'
import { emptyVariant, type VariantValues } from './product-values.ts'
import {
  addMissingVariants,
  listMissingCombinations,
  rearrangeVariants,
} from './product-variant-matrix.ts'

const size = { name: 'Size', values: ['S', 'M'] }
const colour = { name: 'Color', values: ['Red', 'Blue'] }
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

test('the first option gives the simple product its first value, and makes the others like it', () => {
  const simple = { options: [], variants: [{ ...variant([]), _id: 'one' }] }
  const variants = rearrangeVariants(simple, [size])
  expect(summarize(variants)).toEqual(['S kept 100', 'M new 100'])
  expect(variants.map(({ stock, sku }) => [stock, sku])).toEqual([
    [5, 'A'],
    [0, ''],
  ])
})

test('an option without values changes nothing yet', () => {
  const before = { options: [size], variants: [variant(['S']), variant(['M'])] }
  expect(rearrangeVariants(before, [size, { name: 'Color', values: [] }])).toEqual(before.variants)
})

test('a new value brings its combinations; ones left out on purpose stay out', () => {
  const before = {
    options: [size, colour],
    variants: [variant(['S', 'Red']), variant(['M', 'Blue'])],
  }
  const options = [{ ...size, values: ['S', 'M', 'L'] }, colour]
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

test('a value that goes takes its variants with it; renaming or moving an option takes none', () => {
  const before = {
    options: [size, colour],
    variants: [variant(['S', 'Red']), variant(['S', 'Blue']), variant(['M', 'Red'])],
  }
  expect(summarize(rearrangeVariants(before, [{ ...size, values: ['S'] }, colour]))).toEqual([
    'S/Red kept 100',
    'S/Blue kept 100',
  ])
  expect(summarize(rearrangeVariants(before, [{ ...size, name: 'Width' }, colour]))).toEqual([
    'S/Red kept 100',
    'S/Blue kept 100',
    'M/Red kept 100',
  ])
  expect(summarize(rearrangeVariants(before, [colour, size]))).toEqual([
    'Red/S kept 100',
    'Red/M kept 100',
    'Blue/S kept 100',
  ])
})

test('without an option, one variant of each remaining combination is left', () => {
  const before = {
    options: [size, colour],
    variants: [variant(['S', 'Red'], 1), variant(['S', 'Blue'], 2), variant(['M', 'Red'], 3)],
  }
  expect(summarize(rearrangeVariants(before, [size]))).toEqual(['S kept 1', 'M kept 3'])
  expect(summarize(rearrangeVariants(before, []))).toEqual([' kept 1'])
})

test('when every value is exchanged, the combinations are made anew', () => {
  const before = { options: [size], variants: [variant(['S'], 7)] }
  expect(summarize(rearrangeVariants(before, [{ name: 'Size', values: ['XL'] }]))).toEqual([
    'XL new 7',
  ])
})

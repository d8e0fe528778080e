import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  formatCategoryPaths,
  formatList,
  parseCategoryPaths,
  parseList,
  splitList,
  splitPaths,
} from './import-list.ts'

it.each([
  ['Blue, Green , Red', ['Blue', 'Green', 'Red']],
  ['"Red, dark", Blue', ['Red, dark', 'Blue']],
  ['Blue,"Red, dark"', ['Blue', 'Red, dark']],
  ['"12"" vinyl, black", CD', ['12" vinyl, black', 'CD']],
  ['7" vinyl, 12" vinyl', ['7" vinyl', '12" vinyl']],
  ['"open, end', ['"open', 'end']],
  ['Red\\, dark, Blue', ['Red, dark', 'Blue']],
  ['"A" and "B", C', ['"A" and "B"', 'C']],
  ['', []],
])('splits %s outside of quotes', (text, items) => {
  expect(parseList(text)).toEqual(items)
})

it('splits a list of another format outside of quotes', () => {
  expect(splitList('"Red; dark";Blue|Green', /[;|]/)).toEqual(['Red; dark', 'Blue', 'Green'])
  expect(splitPaths('"Home, Garden" > Tools, Sale', /,/, />/)).toEqual([
    ['Home, Garden', 'Tools'],
    ['Sale'],
  ])
})

it.each([
  ['Clothing > Shirts, Sale', [['Clothing', 'Shirts'], ['Sale']]],
  ['Clothing > "Shirts, long", Sale', [['Clothing', 'Shirts, long'], ['Sale']]],
  ['"Home, Garden"', [['Home, Garden']]],
])('splits the paths %s outside of quotes', (text, paths) => {
  expect(parseCategoryPaths(text)).toEqual(paths)
})

const name = fc
  .string({ unit: fc.constantFrom('a', 'B', '"', ',', '>', '\\', ' '), minLength: 1 })
  .map(text => text.trim())
  .filter(Boolean)

it('parses each list and path that it formats', () => {
  fc.assert(
    fc.property(fc.array(name), items => {
      expect(parseList(formatList(items))).toEqual(items)
    }),
  )
  fc.assert(
    fc.property(fc.array(fc.array(name, { minLength: 1 })), paths => {
      expect(parseCategoryPaths(formatCategoryPaths(paths))).toEqual(paths)
    }),
  )
})

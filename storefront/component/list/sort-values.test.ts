import { expect, test } from 'vitest'
import { sortValues } from './sort-values.ts'

test.each([
  ['en', ['XL', 'S', '2XL', 'XXS', 'M', 'XS', 'L'], ['XXS', 'XS', 'S', 'M', 'L', 'XL', '2XL']],
  ['en', ['Large', 'Small', 'Medium'], ['Small', 'Medium', 'Large']],
  ['de', ['Groß', 'Klein', 'Mittel'], ['Klein', 'Mittel', 'Groß']],
  ['en', ['100 ml', '24 cm', '9,5', '9'], ['9', '9,5', '24 cm', '100 ml']],
  ['de', ['Zink', 'Öl', 'Oliv'], ['Öl', 'Oliv', 'Zink'].toSorted(new Intl.Collator('de').compare)],
  [
    'en',
    ['Tall', 'Small, 250 ml', '34 cm', 'A4', 'A10'],
    ['Small, 250 ml', '34 cm', 'A4', 'A10', 'Tall'],
  ],
])('the values of a filter in %s are %j in their order', (language, values, sorted) => {
  const result = sortValues(
    values.map(value => ({ value, count: 1 })),
    language,
  )
  expect(result.map(({ value }) => value)).toEqual(sorted)
})

import { expect, test } from 'vitest'
import { splitQueryValues, toQueryText } from './query-text.ts'

test.each([
  ['open,paid', ['open', 'paid']],
  ['Smith\\, Sons,Acme', ['Smith, Sons', 'Acme']],
  ['Smith, Sons', ['Smith, Sons']],
  ['', []],
])('splits the query text %s into %j', (text, values) =>
  expect(splitQueryValues(text)).toEqual(values),
)

test('keeps the commas of several values in a link', () => {
  const vendors = ['Smith, Sons', 'Oak,Ash', 'Acme']
  expect(splitQueryValues(toQueryText(vendors))).toEqual(vendors)
})

import { expect, test } from 'vitest'
import { storefrontRoutes } from '#contract/storefront/storefront.ts'
import { toSearchedTerm } from './empty-search.ts'

test.each([
  [{ q: '  Blue   MUG ' }, 'blue mug'],
  [{ q: 'mug', page: '2', sort: 'title' }, 'mug'],
  [{ q: 'mug', vendor: 'Ines' }, undefined],
  [{ q: 'anna@example.com' }, undefined],
  [{ q: 'order 123456' }, undefined],
  [{ q: ' ' }, undefined],
  [{}, undefined],
])('reads the term of %j as %j', (query, term) => {
  expect(toSearchedTerm(storefrontRoutes.search.query.parse(query))).toBe(term)
})

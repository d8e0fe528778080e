import { expect, test } from 'vitest'
import { toSearchedTerm } from './empty-search.ts'

test.each([
  [{ page: 1, q: '  Blue   MUG ' }, 'blue mug'],
  [{ page: 2, q: 'mug', sort: 'title' as const }, 'mug'],
  [{ page: 1, q: 'mug', vendor: ['Ines'] }, undefined],
  [{ page: 1, q: ' ' }, undefined],
  [{ page: 1 }, undefined],
])('reads the term of %j as %j', (query, term) => {
  expect(toSearchedTerm(query)).toBe(term)
})

import { expect, test } from 'vitest'
import { findTerm, isTerm, toSearchTerms, toSearchWords } from './match-terms.ts'

const isSame = (search: string, term: string) =>
  toSearchTerms([term]).some(searchTerm => isTerm(toSearchWords(search), searchTerm))

test.each([
  ['cup', 'cups'],
  ['dish', 'dishes'],
  ['glass', 'glasses'],
  ['berry', 'berries'],
  ['flor', 'flores'],
  ['chapeau', 'chapeaux'],
  ['teacup', 'Tea-Cups'],
])('%s and %s are the same term', (singular, plural) => {
  expect([isSame(singular, plural), isSame(plural, singular)]).toEqual([true, true])
})

test.each([
  ['cap', 'cape'],
  ['cap', 'capes'],
  ['tub', 'tube'],
  ['pin', 'pine'],
  ['pin', 'pines'],
  ['car', 'care'],
  ['tow', 'tower'],
  ['flow', 'flower'],
  ['gold', 'golden'],
  ['lin', 'linen'],
  ['bras', 'brass'],
  ['tax', 'taxi'],
  ['ti', 'ties'],
])('%s and %s are different terms', (term, other) => {
  expect([isSame(term, other), isSame(other, term)]).toEqual([false, false])
  expect(toSearchTerms([term]).map(wanted => findTerm(['red', other], wanted))).toEqual([undefined])
})

test('terms without letters and digits mean nothing', () => {
  expect(toSearchTerms(['!!!', 'Tea-cup'])).toEqual([{ words: ['tea', 'cup'], text: 'teacup' }])
})

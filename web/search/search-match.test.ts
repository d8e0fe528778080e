import { expect, test } from 'vitest'
import { getSearchTerms, highlightTerms, matchesTerms } from './search-match.ts'

const markMatches = (text: string, q: string) =>
  highlightTerms(text, getSearchTerms(q))
    .map(({ text: piece, isMatch }) => (isMatch ? `[${piece}]` : piece))
    .join('')

test('highlights the beginnings of words, or any match when no word begins with the term', () => {
  expect(markMatches('Stoneware mug, a mug', 'mug')).toBe('Stoneware [mug], a [mug]')
  expect(markMatches('Smug mug', 'mug')).toBe('Smug [mug]')
  expect(markMatches('Kaffeebecher', 'becher')).toBe('Kaffee[becher]')
  expect(markMatches('#1001', '1001')).toBe('#[1001]')
  expect(markMatches('MUG-L-01', 'mug-l')).toBe('[MUG-L]-01')
  expect(markMatches('Stoneware mug', 'mu sto')).toBe('[Sto]neware [mu]g')
  expect(markMatches('Bowl', 'x')).toBe('Bowl')
})

test('highlights letters regardless of accents, width and style', () => {
  expect(markMatches('Crème Brûlée', 'creme')).toBe('[Crème] Brûlée')
  expect(markMatches('ﬁne ﬁgs', 'fig')).toBe('ﬁne [ﬁg]s')
  expect(markMatches('𝕏 mark', 'x')).toBe('[𝕏] mark')
})

test('takes at most five words, without punctuation around them', () => {
  expect(getSearchTerms('  "Crème"  #1001 !! a b c d e')).toEqual(['creme', '1001', 'a', 'b', 'c'])
  expect(getSearchTerms('%_\\')).toEqual([])
  expect([
    matchesTerms('Semi-dark appearance', ['dark']),
    matchesTerms('Semi-dark appearance', ['ark']),
    matchesTerms('Dark appearance', ['ap', 'da']),
    matchesTerms('Dark appearance', []),
  ]).toEqual([true, false, true, false])
})

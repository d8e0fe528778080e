import { expect, test } from 'vitest'
import { highlighted, matches, termsOf } from './search-match.ts'

const marked = (text: string, q: string) =>
  highlighted(text, termsOf(q))
    .map(({ text: piece, isMatch }) => (isMatch ? `[${piece}]` : piece))
    .join('')

test('marks the beginnings of words, or else wherever the letters are', () => {
  expect(marked('Stoneware mug, a mug', 'mug')).toBe('Stoneware [mug], a [mug]')
  expect(marked('Smug mug', 'mug')).toBe('Smug [mug]')
  expect(marked('Kaffeebecher', 'becher')).toBe('Kaffee[becher]')
  expect(marked('#1001', '1001')).toBe('#[1001]')
  expect(marked('MUG-L-01', 'mug-l')).toBe('[MUG-L]-01')
  expect(marked('Stoneware mug', 'mu sto')).toBe('[Sto]neware [mu]g')
  expect(marked('Bowl', 'x')).toBe('Bowl')
})

test('marks letters as they are written, whatever their marks and width', () => {
  expect(marked('Crème Brûlée', 'creme')).toBe('[Crème] Brûlée')
  expect(marked('ﬁne ﬁgs', 'fig')).toBe('ﬁne [ﬁg]s')
  expect(marked('𝕏 mark', 'x')).toBe('[𝕏] mark')
})

test('takes at most five words, without what stands around them', () => {
  expect(termsOf('  "Crème"  #1001 !! a b c d e')).toEqual(['creme', '1001', 'a', 'b', 'c'])
  expect(termsOf('%_\\')).toEqual([])
  expect([
    matches('Semi-dark appearance', ['dark']),
    matches('Semi-dark appearance', ['ark']),
    matches('Dark appearance', ['sk', 'da']),
    matches('Dark appearance', []),
  ]).toEqual([true, false, true, false])
})

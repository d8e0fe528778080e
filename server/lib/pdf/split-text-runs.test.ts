import { expect, test } from 'vitest'
import { createFaceLoader } from './load-faces.ts'
import { splitTextRuns } from './split-text-runs.ts'

const toVisual = async (text: string, direction: 'ltr' | 'rtl') => {
  const findFace = await createFaceLoader()(` ?${text}`)
  return splitTextRuns(text, direction, findFace).map(run => run.text)
}
test('Arabic is written from right to left, with its numbers from left to right', async () => {
  expect(await toVisual('محمد 12', 'rtl')).toEqual(['12', expect.stringContaining('محمد')])
  expect((await toVisual('abc (محمد)', 'ltr')).join('|')).toBe('abc (|محمد|)')
  for (const text of ['#1001-F1', '131 Mill Lane', '+49 30 1'])
    expect((await toVisual(text, 'rtl')).join('')).toBe(text)
  // The shaper reverses these digits, so that they end in the order of the text.
  expect(await toVisual('٢٧', 'rtl')).toEqual(['٧٢'])
})

test('a character without a font becomes a question mark, and emoji are left out', async () => {
  expect(await toVisual('Tee 🎁 ᚠ', 'ltr')).toEqual(['Tee  ?'])
  expect(await toVisual('山田 红色 한국', 'ltr')).not.toContain('?')
})

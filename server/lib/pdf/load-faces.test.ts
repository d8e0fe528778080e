import type { Font } from 'fontkit'
import { expect, test } from 'vitest'
import { createFaceLoader } from './load-faces.ts'

/** Letters of Arabic, Persian, Urdu, Pashto, Kurdish and Uyghur. */
const letters = 'ابتثجحخدذرزسشصضطظعغفقكلمنهويىئءآأإؤةپچژگکیٹڈڑںھہےټځڅډړږښڼۍڕڵۆێەڤېۈۇۋڭ'

test('a glyph of an Arabic letter tells which letter it is, in each place of a word', async () => {
  const findFace = await createFaceLoader()(letters)
  writeFont(findFace('ح'.codePointAt(0) ?? 0)?.byWeight[400])
  const read = (word: string) =>
    findFace(word.codePointAt(0) ?? 0)
      ?.byWeight[400].layout(word)
      .glyphs.map(({ codePoints }) => String.fromCodePoint(...codePoints))
      .toReversed()
      .join('')
  for (const letter of letters)
    for (const word of [letter, `${letter}ب`, `ب${letter}`, `ب${letter}ب`])
      expect(read(word)).toBe(word)
})

/** Writes a font as a document does. Some of its glyphs are drawn as parts of others. */
function writeFont(font: Font | undefined) {
  const subset = font?.createSubset()
  for (const glyph of font?.layout(letters).glyphs ?? []) subset?.includeGlyph(glyph)
  subset?.encode()
}

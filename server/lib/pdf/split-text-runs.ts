import createBidi from 'bidi-js'
import type { Face, FaceFinder } from './load-faces.ts'

/** A part of a line in one font and direction. Runs are in the order in which they are written. */
export type TextRun = { text: string; face: Face }
export type Direction = 'ltr' | 'rtl'

const bidi = createBidi()
const space = 0x20
/** Letters, and the mark that formats add. A line without them, such as `#1001-F1`, keeps its order. */
const rightToLeftPattern = /[\p{Script=Arabic}\p{Script=Hebrew}\u200f]/u

/** Returns the parts of a line from left to right. Characters without a font become `?`. */
export function splitTextRuns(line: string, direction: Direction, findFace: FaceFinder): TextRun[] {
  const base = rightToLeftPattern.test(line) ? direction : 'ltr'
  const { levels } = bidi.getEmbeddingLevels(line, base)
  const runs: (TextRun & { level: number })[] = []
  let index = 0
  for (const character of line) {
    const level = levels[index] ?? 0
    index += character.length
    const previous = runs.at(-1)
    const found = findCharacter(character, findFace)
    if (!found) continue
    const face = joinSpace(found, previous?.face)
    const text =
      level % 2 === 1 ? (bidi.getMirroredCharacter(found.text) ?? found.text) : found.text
    if (previous && previous.level === level && previous.face === face) previous.text += text
    else runs.push({ text, face, level })
  }
  return toVisualOrder(runs).map(({ text, face, level }) => ({
    text: isReversedByShaper(text, face) === (level % 2 === 1) ? text : reverse(text),
    face,
  }))
}

/** The shaper writes letters and digits of Arabic from right to left, and all else from left to right. */
const isReversedByShaper = (text: string, face: Face) =>
  face.isArabic && /[\p{Script=Arabic}\p{Nd}]/u.test(text)

const reverse = (text: string) => [...text].toReversed().join('')

/** Emoji and marks of their variants are left out, because no font of documents has them. */
const hiddenCharacters = /\p{Extended_Pictographic}|\p{Cf}|\p{Variation_Selector}/u

function findCharacter(character: string, findFace: FaceFinder): TextRun | undefined {
  const face = findFace(character.codePointAt(0) ?? 0)
  if (face) return { text: character, face }
  const fallbackFace = findFace(space)
  if (hiddenCharacters.test(character) || !fallbackFace) return undefined
  return { text: /\s/.test(character) ? ' ' : '?', face: fallbackFace }
}

/** Words and the spaces between them are shaped together. */
const joinSpace = ({ text, face }: TextRun, previous: Face | undefined): Face =>
  text === ' ' && previous?.byWeight[400].hasGlyphForCodePoint(space) ? previous : face

/** Reverses the runs of each level from the highest one (Unicode Bidirectional Algorithm, L2). */
function toVisualOrder<T extends { level: number }>(runs: readonly T[]): T[] {
  const ordered = [...runs]
  const highest = Math.max(0, ...runs.map(({ level }) => level))
  for (let level = highest; level > 0; level--) {
    let start = 0
    while (start < ordered.length) {
      let end = start
      while (end < ordered.length && (ordered[end]?.level ?? 0) >= level) end++
      if (end > start) ordered.splice(start, end - start, ...ordered.slice(start, end).toReversed())
      start = end + 1
    }
  }
  return ordered
}

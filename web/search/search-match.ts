import { normalizeText } from '#contract/lib/text/normalize-text.ts'

/** Returns at most five normalized search terms, as the server splits them. */
export const getSearchTerms = (q: string) =>
  normalizeText(q)
    .split(/\s+/)
    .map(term => term.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''))
    .filter(Boolean)
    .slice(0, 5)

/** Returns true if every term is the start of a word of the text, such as `two-step` or `step`. */
export function matchesTerms(text: string, terms: readonly string[]): boolean {
  const normalizedText = normalizeText(text)
  const words = [...normalizedText.split(/\s+/), ...normalizedText.split(/[^\p{L}\p{N}]+/u)]
  return terms.length > 0 && terms.every(term => words.some(word => word.startsWith(term)))
}

/**
 * Splits a text into pieces that match a term and pieces that do not. A term matches at the start
 * of words, or anywhere if no word starts with it.
 */
export function highlightTerms(
  text: string,
  terms: readonly string[],
): { text: string; isMatch: boolean }[] {
  // Normalization can turn one character into two or none, so each normalized character keeps the
  // index of its original.
  const characters = [...text]
  const normalizedCharacters: string[] = []
  const originalIndexes: number[] = []
  for (const [index, character] of characters.entries())
    for (const normalizedCharacter of normalizeText(character)) {
      normalizedCharacters.push(normalizedCharacter)
      originalIndexes.push(index)
    }
  const normalizedText = normalizedCharacters.join('')
  const isMarked = characters.map(() => false)
  for (const term of terms)
    for (const index of findTermPositions(normalizedText, term))
      for (let i = index; i < index + term.length; i++) isMarked[originalIndexes[i] ?? 0] = true
  const pieces: { text: string; isMatch: boolean }[] = []
  for (const [index, character] of characters.entries()) {
    const isMatch = isMarked[index] ?? false
    const lastPiece = pieces.at(-1)
    if (lastPiece && lastPiece.isMatch === isMatch) lastPiece.text += character
    else pieces.push({ text: character, isMatch })
  }
  return pieces
}

function findTermPositions(text: string, term: string): number[] {
  const positions: number[] = []
  for (let index = text.indexOf(term); index >= 0; index = text.indexOf(term, index + term.length))
    positions.push(index)
  const wordStarts = positions.filter(
    index => index === 0 || !/[\p{L}\p{N}]/u.test(text[index - 1] ?? ''),
  )
  return wordStarts.length ? wordStarts : positions
}

const marks = /\p{M}/gu
const fold = (text: string) => text.normalize('NFKD').replace(marks, '').toLowerCase()

/** The words that are looked for, as the server takes them. */
export const termsOf = (q: string) =>
  fold(q)
    .split(/\s+/)
    .map(term => term.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''))
    .filter(Boolean)
    .slice(0, 5)

/** Whether each term begins a word of the text. */
export function matches(text: string, terms: readonly string[]): boolean {
  const words = fold(text).split(/[^\p{L}\p{N}]+/u)
  return terms.length > 0 && terms.every(term => words.some(word => word.startsWith(term)))
}

/** The text in pieces; those that were looked for are marked. A term counts at the beginning of a word, else anywhere. */
export function highlighted(
  text: string,
  terms: readonly string[],
): { text: string; isMatch: boolean }[] {
  // Folding can make one letter two or none, so each folded letter remembers the one it came from.
  const letters = [...text]
  const folded: string[] = []
  const origin: number[] = []
  for (const [at, letter] of letters.entries())
    for (const piece of fold(letter)) {
      folded.push(piece)
      origin.push(at)
    }
  const plain = folded.join('')
  const isMarked = letters.map(() => false)
  for (const term of terms)
    for (const at of placesOf(plain, term))
      for (let i = at; i < at + term.length; i++) isMarked[origin[i] ?? 0] = true
  const pieces: { text: string; isMatch: boolean }[] = []
  for (const [at, letter] of letters.entries()) {
    const isMatch = isMarked[at] ?? false
    const last = pieces.at(-1)
    if (last && last.isMatch === isMatch) last.text += letter
    else pieces.push({ text: letter, isMatch })
  }
  return pieces
}

function placesOf(text: string, term: string): number[] {
  const all: number[] = []
  for (let at = text.indexOf(term); at >= 0; at = text.indexOf(term, at + term.length)) all.push(at)
  const beginnings = all.filter(at => at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? ''))
  return beginnings.length ? beginnings : all
}

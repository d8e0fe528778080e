import { normalizeText } from '#contract/lib/text/normalize-text.ts'

/** Returns a header without accents, case, punctuation and plural endings. */
export function toHeaderKey(header: string): string {
  return normalizeText(header)
    .replaceAll('ß', 'ss')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map(toSingular)
    .join(' ')
}

/** The same rough ending is removed from both sides, so it needs to fit no language exactly. */
function toSingular(word: string): string {
  return word.length > 3 ? word.replace(/(ies|ien|es|en|s|e|n|x|y)$/, '') : word
}

/** Returns the words or phrases of a comma-separated list. */
export const splitHeaderWords = (text: string) => text.split(',').map(word => word.trim())

/** Returns the field of each header, by the key of the header. */
export function indexHeaderKeys<F extends string>(
  wordsByField: Readonly<Partial<Record<F, string | readonly string[]>>>,
): ReadonlyMap<string, F> {
  const fieldByKey = new Map<string, F>()
  for (const field in wordsByField) {
    const words = wordsByField[field] ?? ''
    for (const word of typeof words === 'string' ? splitHeaderWords(words) : words)
      fieldByKey.set(toHeaderKey(word), field)
  }
  return fieldByKey
}

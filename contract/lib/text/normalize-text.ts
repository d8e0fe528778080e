const combiningMarks = /\p{M}/gu

/** Returns a text for comparisons without case, accents, width and style. */
export const normalizeText = (text: string) =>
  text.normalize('NFKD').replace(combiningMarks, '').toLowerCase()

/** Returns a word as the search reads it: normalized and without punctuation. */
export const normalizeSearchTerm = (word: string) =>
  normalizeText(word).replaceAll(/[^\p{L}\p{N}@]+/gu, '')

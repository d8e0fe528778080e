const combiningMarks = /\p{M}/gu

/** Returns a text for comparisons without case, accents, width and style. */
export const normalizeText = (text: string) =>
  text.normalize('NFKD').replace(combiningMarks, '').toLowerCase()

import { isGtin } from '#contract/lib/text/is-gtin.ts'

/** Returns whether the characters are an ISBN of ten digits, of which the last can be an X. */
function isShortIsbn(characters: string): boolean {
  if (!/^\d{9}[\dX]$/i.test(characters)) return false
  const sum = [...characters.toUpperCase()].reduce(
    (total, digit, index) => total + (digit === 'X' ? 10 : Number(digit)) * (10 - index),
    0,
  )
  return sum % 11 === 0
}

/** Returns whether a text is a GTIN or an ISBN. Spaces and hyphens between its digits are usual. */
export function isBarcode(text: string): boolean {
  const characters = text.replace(/[\s-]/g, '')
  return isGtin(characters) || isShortIsbn(characters)
}

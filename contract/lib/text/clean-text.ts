import { dropInvisible, dropInvisibleInText } from './invisible-characters.ts'

/** Pasted text contains them. Names are part of the headers of emails and of printed addresses. */
const lineBreakPattern = /[\t\n\v\f\r\u0085\u2028\u2029]+/g
const fullWidthPattern = /[\uFF01-\uFF5E]/g
const spacePattern = /\p{Zs}/gu
const dashPattern = /[\p{Pd}\u2212]/gu
/** Japanese keyboards enter the mark of a long vowel instead of a hyphen. */
const longVowelPattern = /(?<=\d)[ーｰ](?=\d)/g
const digitPattern = /[^\P{Nd}0-9]/gu

const toLine = (text: string) => text.normalize('NFC').replaceAll(lineBreakPattern, ' ')

/** Returns names, titles and other words in one line. */
export const cleanText = (text: string) => dropInvisibleInText(toLine(text)).trim()

/** Returns text that is compared letter by letter in one line, such as SKUs and search terms. */
export const cleanCode = (text: string) => dropInvisible(toLine(text)).trim()

/**
 * Returns a code that has an ASCII form, such as a phone number or postal code. Digits of all
 * scripts, full-width letters, and dashes become those of ASCII.
 */
export const cleanAsciiCode = (text: string) =>
  dropInvisible(toLine(text))
    .replace(fullWidthPattern, letter => String.fromCodePoint(letter.charCodeAt(0) - 0xfee0))
    .replace(digitPattern, toAsciiDigit)
    .replace(longVowelPattern, '-')
    .replace(spacePattern, ' ')
    .replace(dashPattern, '-')
    .trim()

/** Returns text with its line breaks. */
export const cleanLines = (text: string) => text.normalize('NFC')

/** Digits of a script follow each other, from zero to nine. */
function toAsciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let zero = code
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
  return String((code - zero) % 10)
}

/** The functions of which one reads each text of a request. */
export const textCleaners: ReadonlySet<unknown> = new Set([
  cleanText,
  cleanCode,
  cleanAsciiCode,
  cleanLines,
])

import { dropInvisible } from './invisible-characters.ts'

export const maxSlugLength = 120

/** Latin letters that Unicode does not decompose into a letter a–z and marks. */
const latinLetters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'ng',
  ə: 'e',
  ɓ: 'b',
  ɗ: 'd',
  ƙ: 'k',
}
/** Letters that readers of a language expect as two letters instead of one without marks. */
const lettersByLanguage: Partial<Record<string, Record<string, string>>> = {
  da: { å: 'aa', ø: 'oe' },
  de: { ä: 'ae', ö: 'oe', ü: 'ue' },
  no: { å: 'aa', ø: 'oe' },
}
/** The compatibility form takes the vowel am of Thai and Lao apart, which changes how words look. */
const foldablePattern = /[^\p{Script=Thai}\p{Script=Lao}]+/gu
const latinLetterPattern = /\p{Script=Latin}\p{M}*/gu
const marksPattern = /\p{M}/gu
/** Apostrophes within words, also those of Hebrew and Hawaiian. */
const apostrophePattern = /['’‘ʼʻ`׳״]/g
const wordPattern = /(?:[\p{L}\p{N}]\p{M}*)+/gu
const slugPattern = /^(?:[\p{L}\p{N}]\p{M}*)+(?:-(?:[\p{L}\p{N}]\p{M}*)+)*$/u

const foldLatinLetter = (letter: string) => {
  const base = letter.normalize('NFKD').replace(marksPattern, '')
  return latinLetters[base] ?? base
}

/**
 * Returns a text in the spelling of slugs: lower case, Latin letters without marks, letters of other
 * scripts as they are.
 */
export const normalizeSlug = (text: string) =>
  dropInvisible(text)
    .normalize('NFC')
    .replace(foldablePattern, part => part.normalize('NFKC'))
    .toLowerCase()
    .replace(latinLetterPattern, foldLatinLetter)
    .trim()

export const isSlug = (text: string) => slugPattern.test(text)

/**
 * Returns the text as part of a URL: `Crème Brûlée & Co.` becomes `creme-brulee-co`, `Чайник 2` becomes
 * `чайник-2`. In a store with a German locale, `Müsli` becomes `muesli`. Returns '' for a text without
 * letters and digits.
 */
export function slugify(text: string, max = maxSlugLength, locale = ''): string {
  const spelledText = spellLetters(text, locale)
  const words = normalizeSlug(spelledText).replace(apostrophePattern, '').match(wordPattern) ?? []
  return cut(words.join('-'), max)
}

function spellLetters(text: string, locale: string): string {
  const letters = lettersByLanguage[locale.slice(0, 2)]
  if (!letters) return text
  const lowerText = text.normalize('NFC').toLowerCase()
  return lowerText.replace(latinLetterPattern, letter => letters[letter] ?? letter)
}

/** Returns the slugs of a name in all languages, without duplicates. Most names have one. */
export const listSlugs = (name: string): string[] => [
  ...new Set(
    ['', ...Object.keys(lettersByLanguage)].map(language => slugify(name, maxSlugLength, language)),
  ),
]

/** Returns whether a slug is that of the name in any language. */
export const isSlugOf = (slug: string, name: string) => listSlugs(name).includes(slug)

/** Returns a slug with a–z and 0–9 only, as store handles have, which are host names. */
export const slugifyAscii = (text: string, max = maxSlugLength, locale = '') =>
  cut(
    slugify(text, Number.POSITIVE_INFINITY, locale)
      .split(/[^a-z0-9]+/)
      .filter(Boolean)
      .join('-'),
    max,
  )

/** Cuts a slug between two letters. A mark belongs to the letter before it. */
function cut(slug: string, max: number): string {
  if (slug.length <= max) return slug
  const letters = slug.match(/[^\p{M}]\p{M}*/gu) ?? []
  let text = ''
  for (const letter of letters) {
    if (text.length + letter.length > max) break
    text += letter
  }
  return text.replace(/-+$/, '')
}

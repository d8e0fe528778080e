import type { MatchableField } from '#contract/import.ts'
import { repeatableFields } from '#contract/import.ts'
import { normalizeText } from '#contract/lib/normalize-text.ts'
import { fillerWords, headerWords, optionWords } from './product-header-words.ts'

type Guess = MatchableField | null

/** Returns a header without accents, case, punctuation and plural endings. */
function toKey(header: string): string {
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

const splitWords = (text: string) => text.split(',').map(word => word.trim())
const fieldByKey = indexWords(headerWords)
const optionKeys = new Set(splitWords(optionWords).map(toKey))

function indexWords<F extends string>(
  wordsByField: Readonly<Partial<Record<F, string>>>,
): ReadonlyMap<string, F> {
  const fieldByWord = new Map<string, F>()
  for (const field in wordsByField)
    for (const word of splitWords(wordsByField[field] ?? '')) fieldByWord.set(toKey(word), field)
  return fieldByWord
}

const fillerKeys = new Set(splitWords(fillerWords).map(toKey))

/**
 * Returns the field that each column seems to hold, from its header and, where that says nothing,
 * from its first cells.
 */
export function guessProductFields(
  header: readonly string[],
  samples: readonly (readonly string[])[],
): Guess[] {
  const guesses: Guess[] = []
  for (const [index, name] of header.entries()) {
    const cells = samples.map(row => row[index] ?? '')
    const field = guessField(name, cells) ?? guessOption(name, guesses)
    guesses.push(field && isTaken(field, guesses) ? null : field)
  }
  return guessFromContents(guesses, samples)
}

const isTaken = (field: MatchableField, guesses: readonly Guess[]) =>
  !repeatableFields.includes(field) &&
  guesses.some(guess => guess?.split(':')[0] === field.split(':')[0])

function guessField(header: string, cells: readonly string[]): Guess {
  const withoutUnit = header.replace(/[([].*?[)\]]/g, ' ')
  const field = findField(splitCamelCase(header)) ?? findField(splitCamelCase(withoutUnit))
  if (!field) return null
  if (field === 'weight:g') return `weight:${findWeightUnit(header, cells)}`
  return fits(field, cells) ? field : null
}

const splitCamelCase = (header: string) => header.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')

function findField(header: string): MatchableField | undefined {
  // The default language of "name:en" and "name:fr" is the first one.
  const key = toKey(header.replace(/:[a-z]{2}(_\w+)?$/i, '').replace(/^(product|variant):/i, ''))
  const meaningfulKey = key
    .split(' ')
    .filter(word => !fillerKeys.has(word))
    .join(' ')
  const withoutNumber = meaningfulKey.replace(/ \d+$/, '')
  return (
    fieldByKey.get(key) ??
    fieldByKey.get(meaningfulKey) ??
    repeatable(fieldByKey.get(withoutNumber))
  )
}

/** Only fields like images have numbered columns. */
const repeatable = (field: MatchableField | undefined) =>
  field && repeatableFields.includes(field) ? field : undefined

function guessOption(header: string, guesses: readonly Guess[]): Guess {
  if (!optionKeys.has(toKey(header.replace(/[([].*?[)\]]/g, ' ')))) return null
  const fields = ['option1Value', 'option2Value', 'option3Value'] as const
  return fields.find(field => !guesses.includes(field)) ?? null
}

const numberPattern =
  /^[^\p{L}]{0,3}\s*\p{Sc}?\s*[-−(]?[\d\s.,'’]*\d[\d\s.,'’]*\)?\s*(\p{Sc}|[A-Za-z]{2,4})?$/u
const isNumber = (text: string) => numberPattern.test(text.trim())
const isUrl = (text: string) => /^(https?:)?\/\//i.test(text.trim())

/** Returns whether the cells can be of the field. Blank cells fit every field. */
function fits(field: MatchableField, cells: readonly string[]): boolean {
  const texts = cells.filter(cell => cell.trim() !== '')
  if (['price', 'compareAtPrice', 'cost'].includes(field))
    return texts.every(text => isNumber(text) || /^[A-Z]{3}\s*[\d.,]+$/.test(text.trim()))
  if (field === 'stock') return texts.every(isNumber)
  return true
}

function findWeightUnit(header: string, cells: readonly string[]): 'g' | 'kg' | 'lb' | 'oz' {
  const text = `${header} ${cells.join(' ')}`.toLowerCase()
  if (/\bkg|kilo|كجم|كيلو/.test(text)) return 'kg'
  if (/\blbs?\b|pound|pfund|libra/.test(text)) return 'lb'
  if (/\boz\b|ounce|unze|onza|onca/.test(text)) return 'oz'
  if (/\bg\b|\(g\)|gram|غرام|جرام/.test(text)) return 'g'
  // A product seldom weighs less than a gram, or as much as 50 kg.
  const numbers = cells.map(cell => Number.parseFloat(cell.replace(',', '.'))).filter(n => n > 0)
  return numbers.length > 0 && numbers.every(number => number < 50) ? 'kg' : 'g'
}

/** Fills in the fields that no header named: images, the price and the title. */
function guessFromContents(
  guesses: readonly Guess[],
  samples: readonly (readonly string[])[],
): Guess[] {
  const completeGuesses = [...guesses]
  const guessUnnamed = (field: MatchableField, hasContent: (text: string) => boolean) => {
    if (isTaken(field, completeGuesses) || completeGuesses.includes(field)) return
    const index = completeGuesses.findIndex((guess, column) => {
      const cells = samples.map(row => (row[column] ?? '').trim())
      return guess === null && cells.length > 0 && cells.every(hasContent)
    })
    if (index >= 0) completeGuesses[index] = field
  }
  guessUnnamed('imageSrc', text =>
    /^https?:\/\/\S+\.(jpe?g|png|webp|gif|avif)(\?\S*)?$/i.test(text),
  )
  guessUnnamed('price', text => /\p{Sc}/u.test(text) && isNumber(text))
  guessUnnamed('title', text => /\p{L}{3}/u.test(text) && !isUrl(text) && text.length <= 120)
  return completeGuesses
}

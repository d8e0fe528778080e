import {
  type MatchableProductField,
  omitFieldUnit,
  repeatableFields,
} from '#contract/import/import-match.ts'
import { indexHeaderKeys, splitHeaderWords, toHeaderKey } from '../file/header-key.ts'
import { fillerWords, headerWords, optionWords } from './product-header-words.ts'

type Guess = MatchableProductField | null

const fieldByKey = indexHeaderKeys(headerWords)
const optionKeys = new Set(splitHeaderWords(optionWords).map(toHeaderKey))

const fillerKeys = new Set(splitHeaderWords(fillerWords).map(toHeaderKey))

/**
 * Returns the field that each column seems to hold, from its header, or from its first cells if the
 * header does not identify one.
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

const isTaken = (field: MatchableProductField, guesses: readonly Guess[]) =>
  !repeatableFields.includes(field) &&
  guesses.some(guess => guess && omitFieldUnit(guess) === omitFieldUnit(field))

function guessField(header: string, cells: readonly string[]): Guess {
  const withoutUnit = header.replace(/[([].*?[)\]]/g, ' ')
  const field = findField(splitCamelCase(header)) ?? findField(splitCamelCase(withoutUnit))
  if (!field) return null
  if (field === 'weight:g') return `weight:${findWeightUnit(header, cells)}`
  return fits(field, cells) ? field : null
}

const splitCamelCase = (header: string) => header.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')

function findField(header: string): MatchableProductField | undefined {
  // The default language of "name:en" and "name:fr" is the first one.
  const key = toHeaderKey(
    header.replace(/:[a-z]{2}(_\w+)?$/i, '').replace(/^(product|variant):/i, ''),
  )
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
const repeatable = (field: MatchableProductField | undefined) =>
  field && repeatableFields.includes(field) ? field : undefined

function guessOption(header: string, guesses: readonly Guess[]): Guess {
  if (!optionKeys.has(toHeaderKey(header.replace(/[([].*?[)\]]/g, ' ')))) return null
  const fields = ['option1Value', 'option2Value', 'option3Value'] as const
  return fields.find(field => !guesses.includes(field)) ?? null
}

const numberPattern =
  /^[^\p{L}]{0,3}\s*\p{Sc}?\s*[-−(]?[\d\s.,'’]*\d[\d\s.,'’]*\)?\s*(\p{Sc}|[A-Za-z]{2,4})?$/u
const isNumber = (text: string) => numberPattern.test(text.trim())
const isUrl = (text: string) => /^(https?:)?\/\//i.test(text.trim())

/** A single wrong cell, such as "many" in a column of stock, is reported later. */
const areMostly = (texts: readonly string[], test: (text: string) => boolean) =>
  texts.filter(test).length * 2 >= texts.length

/** Returns whether the cells can be of the field. Blank cells fit every field. */
function fits(field: MatchableProductField, cells: readonly string[]): boolean {
  const texts = cells.filter(cell => cell.trim() !== '')
  if (['price', 'compareAtPrice', 'cost'].includes(field))
    return areMostly(texts, text => isNumber(text) || /^[A-Z]{3}\s*[\d.,]+$/.test(text.trim()))
  return field !== 'stock' || areMostly(texts, isNumber)
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
  const guessUnnamed = (field: MatchableProductField, hasContent: (text: string) => boolean) => {
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

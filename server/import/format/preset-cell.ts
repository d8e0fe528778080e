import { formatCategoryPaths, splitList, splitPaths } from '../file/import-list.ts'
import { parseBoolean, parseDecimal, parseWeight } from '../file/import-number.ts'
import { plainFormat } from '../file/number-format.ts'
import type { ProductCells } from './product-preset.ts'
import { toParagraphs } from './woocommerce-cell.ts'

export const lineBreak = /\s*\r?\n\s*/

/** Returns category paths of another format as one cell. */
export const createCategoryCell = (
  text: string,
  separators: RegExp,
  levelSeparators: RegExp,
): string => formatCategoryPaths(splitPaths(text, separators, levelSeparators))

const optionNumbers = [1, 2, 3] as const

/** An option of a product and the value that one variant has. */
export type SourceOption = { name: string; value: string }

/** Returns the names and values of at most three options; missing ones are blank. */
export const createOptionCells = (options: readonly SourceOption[]): ProductCells =>
  Object.fromEntries(
    optionNumbers.flatMap(n => [
      [`option${n}Name`, options[n - 1]?.name ?? ''],
      [`option${n}Value`, options[n - 1]?.value ?? ''],
    ]),
  )

/** Returns a list of another format as one cell. */
export const createListCell = (text: string, separators: RegExp) =>
  splitList(text, separators).map(quoteItem).join(', ')

const quoteItem = (item: string) => (/,|^"/.test(item) ? `"${item.replaceAll('"', '""')}"` : item)

/** Returns URLs that are separated by spaces, commas, semicolons, bars or line breaks. */
export const splitUrls = (text: string): string[] =>
  text
    .split(/[\s,;|]+(?=(?:https?:)?\/\/)|\s*[\n|;]\s*/i)
    .map(url => url.trim().replace(/[,;|]+$/, ''))
    .filter(Boolean)

/** Returns a weight in grams, or the text when it is not a weight. */
export function createWeightCell(text: string, unit: string): string {
  const { value } = parseWeight(text, unit, plainFormat)
  return value === null ? text : String(value)
}

/** Turns plain text into paragraphs. */
export const createDescriptionCell = (...texts: readonly string[]) =>
  [...new Set(texts.map(text => text.trim()))].filter(Boolean).map(toParagraphs).join('\n')

const activeWords = createPrefixPattern(
  'active|enabled|visible|online|live|publi',
  'aktiv|sichtbar|veröffentlicht|ja',
  'actif|oui',
  'activ[oa]?|ativ[oa]|s[ií]|sim',
  'نشط|منشور|نعم',
)
const draftWords = createPrefixPattern(
  'draft|inactiv|disabled|hidden|offline|unpublished',
  'inaktiv|entwurf|versteckt|nein',
  'inactif|brouillon|non',
  'inativ|borrador|rascunho|não',
  'مسودة|غير|لا',
)
const archivedWords = /^(archiv|arquiv|مؤرشف)/i

/** Returns a pattern of texts that start with one of the words, in any case. */
function createPrefixPattern(...words: readonly string[]): RegExp {
  return new RegExp(`^(${words.join('|')})`, 'i')
}

/** Returns the status that a cell means in one of our languages, or the text itself. */
export function createStatusCell(text: string): string {
  const status = text.trim()
  const isActive = parseBoolean(status)
  if (isActive !== undefined) return isActive ? 'active' : 'draft'
  if (archivedWords.test(status)) return 'archived'
  if (draftWords.test(status)) return 'draft'
  return activeWords.test(status) ? 'active' : status
}

/** Returns the price and the compare-at price. */
export function createPriceCells(
  price: string,
  salePrice: string,
): Pick<ProductCells, 'price' | 'compareAtPrice'> {
  const sale = parseDecimal(salePrice, plainFormat).value
  return sale === null || sale === 0
    ? { price, compareAtPrice: '' }
    : { price: salePrice, compareAtPrice: price }
}

import { parseBoolean, parseDecimal, parseWeight } from '../file/import-number.ts'
import { formatCategoryPaths, formatList, parseList } from '../file/import-text.ts'
import type { ProductCells } from './product-preset.ts'
import { toParagraphs } from './woocommerce-cell.ts'

export const lineBreak = /\s*\r?\n\s*/

/** Returns category paths of another format as one cell. */
export const createCategoryCell = (
  text: string,
  separators: RegExp,
  levelSeparator: RegExp | string,
): string =>
  formatCategoryPaths(
    text
      .split(separators)
      .map(path =>
        path
          .split(levelSeparator)
          .map(name => name.trim())
          .filter(Boolean),
      )
      .filter(path => path.length > 0),
  )

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
  text
    .split(separators)
    .map(item => item.trim().replaceAll(',', ' '))
    .filter(Boolean)
    .join(', ')

/** Returns URLs that are separated by spaces, commas, semicolons, bars or line breaks. */
export const splitUrls = (text: string): string[] =>
  text
    .split(/[\s,;|]+(?=(?:https?:)?\/\/)|\s*[\n|;]\s*/i)
    .map(url => url.trim().replace(/[,;|]+$/, ''))
    .filter(Boolean)

/** Returns a weight in grams, or the text when it is not a weight. */
export function createWeightCell(text: string, unit: string): string {
  const { value } = parseWeight(text, unit)
  return value === null ? text : String(value)
}

/** Turns plain text into paragraphs. */
export const createDescriptionCell = (...texts: readonly string[]) =>
  [...new Set(texts.map(text => text.trim()))].filter(Boolean).map(toParagraphs).join('\n')

const activeWords =
  /^(active|activ[oa]?|ativ[oa]|actif|aktiv|enabled|visible|sichtbar|publi|veröffentlicht|online|live|ja|oui|s[ií]|sim|نشط|منشور|نعم)/i
const draftWords =
  /^(draft|inactiv|inativ|inaktiv|inactif|disabled|hidden|entwurf|brouillon|borrador|rascunho|versteckt|offline|unpublished|nein|non|não|مسودة|غير|لا)/i
const archivedWords = /^(archiv|arquiv|مؤرشف)/i

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
  const sale = parseDecimal(salePrice).value
  return sale === null || sale === 0
    ? { price, compareAtPrice: '' }
    : { price: salePrice, compareAtPrice: price }
}

/** Returns whether today is within two dates. A date that is missing or unreadable does not count. */
export const isWithin = (now: Date, from: string, to: string) =>
  !(Date.parse(from) > now.getTime()) && !(Date.parse(to) < now.getTime())

export const formatTags = (text: string, separator = ',') => formatList(parseList(text, separator))

import { createHash } from 'node:crypto'
import { Email } from '#contract/lib/schemas.ts'
import { cleanText } from '#contract/lib/text/clean-text.ts'
import { slugify } from '#contract/lib/text/slug.ts'
import { formulaStartPattern } from '../../lib/text/csv-cell.ts'

/** Removes the formula guard of another program: `'-50%` has one, `'Tis the season` has none. */
export const stripFormulaGuard = (text: string) =>
  text.startsWith("'") && formulaStartPattern.test(text.slice(1)) ? text.slice(1) : text

/**
 * Returns text in one line, cleaned like the texts of requests, without characters that PostgreSQL
 * can't store.
 */
export const toSingleLine = (text: string) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
  cleanText(text.toWellFormed().replace(/[\u0000-\u001f\u007f]+/g, ' '))

export const toMultiline = (text: string) =>
  text.toWellFormed().normalize('NFC').replaceAll('\0', '')

/** Returns whether a spreadsheet has replaced the digits of a code by a power: `4.00638E+12`. */
export const hasLostDigits = (text: string) => /^[1-9](?:[.,]\d+)?E\+\d{2,}$/i.test(text)
/**
 * Returns a slug. A text without letters gets a short hash, which is the same each
 * time.
 */
export function createSlug(text: string): string {
  return slugify(text) || `product-${createHash('sha256').update(text).digest('hex').slice(0, 10)}`
}

/**
 * Returns a slug from the name of a product, for files without slugs. Equal names get the suffix,
 * such as the SKU, which later files of the same store have as well.
 */
export function createUniqueSlug(slugs: Set<string>, name: string, suffix: string): string {
  let base = createSlug(name)
  if (slugs.has(base) && suffix) base = createSlug(`${slugify(base, 80)}-${suffix}`)
  let slug = base
  for (let n = 2; slugs.has(slug); n++) slug = `${slugify(base, 110)}-${n}`
  slugs.add(slug)
  return slug
}

/** Returns the email in lower case, or undefined if no form accepts it. */
export const parseEmail = (text: string): string | undefined => Email.safeParse(text).data

export const equalsIgnoreCase = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

export function removeDuplicates<T>(items: readonly T[], key: (item: T) => string): T[] {
  const firstByKey = new Map<string, T>()
  for (const item of items) if (!firstByKey.has(key(item))) firstByKey.set(key(item), item)
  return [...firstByKey.values()]
}

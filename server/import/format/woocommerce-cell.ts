import { parseCategoryPaths, parseList } from '../file/import-list.ts'
import type { ProductDraft } from '../product/import-product-draft.ts'
import type { ProductRowReader } from '../product/product-field.ts'

/** WooCommerce shows the short description above the long one. */
export function readDescription(row: ProductRowReader, draft: ProductDraft): void {
  const description = row.multilineText('description')
  const shortDescription = row.multilineText('shortDescription')
  if (description === undefined && shortDescription === undefined) {
    draft.description = undefined
    return
  }
  const parts = [...new Set([shortDescription, description])]
    .map(part => unescapeLineBreaks(part ?? '').trim())
    .filter(Boolean)
  draft.description = parts.map(toParagraphs).join('\n')
}

/** WooCommerce exports a line break as `\n`, and a backslash before an n as two. */
const unescapeLineBreaks = (text: string) =>
  text.replace(/\\?\\n/g, match => (match.length > 2 ? '\\n' : '\n'))

/** Turns blank lines of plain text into paragraphs. Text with tags is unchanged. */
export const toParagraphs = (text: string) =>
  /<[a-z!/]/i.test(text)
    ? text
    : text
        .split(/\n\s*\n/)
        .map(part => `<p>${part.trim().replaceAll('\n', '<br>')}</p>`)
        .join('\n')

export function readTags(row: ProductRowReader, draft: ProductDraft): void {
  const text = row.text('tags', 10_000)
  draft.tags = text === undefined ? undefined : parseList(text)
}

export function readCategories(row: ProductRowReader, draft: ProductDraft): void {
  const text = row.text('categories', 10_000)
  draft.categories = text === undefined ? undefined : parseCategoryPaths(text)
}

/** A product that is hidden in WooCommerce becomes a draft. */
export function readStatus(row: ProductRowReader, draft: ProductDraft): void {
  draft.status = undefined
  if (!row.hasColumn('published')) return
  draft.status = row.text('published', 10) === '1' ? 'active' : 'draft'
  if (draft.status !== 'active' || row.text('visibility', 40)?.toLowerCase() !== 'hidden') return
  row.report('visibility', 'not_published')
  draft.status = 'draft'
}

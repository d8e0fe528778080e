import { parseCategoryPaths, parseList } from '../file/import-text.ts'
import type { ProductDraft } from '../product/import-product-draft.ts'
import type { ProductRowReader } from '../product/product-field.ts'

/** The short text stands above the long one in the shop, and so it does here. WooCommerce writes a line break as `\n`. */
export function readDescription(row: ProductRowReader, draft: ProductDraft): void {
  const description = row.multilineText('description')
  const shortDescription = row.multilineText('shortDescription')
  if (description === undefined && shortDescription === undefined) {
    draft.description = undefined
    return
  }
  const parts = [...new Set([shortDescription, description])]
    .map(part => (part ?? '').replaceAll('\\n', '\n').trim())
    .filter(Boolean)
  draft.description = parts.map(toParagraphs).join('\n')
}

/** Plain text gets the paragraphs that its blank lines mean; text that has tags is left as it is. */
const toParagraphs = (text: string) =>
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

/** A product that is hidden in its shop is kept as a draft. */
export function readStatus(row: ProductRowReader, draft: ProductDraft): void {
  draft.status = undefined
  if (!row.hasColumn('published')) return
  draft.status = row.text('published', 10) === '1' ? 'active' : 'draft'
  if (draft.status !== 'active' || row.text('visibility', 40)?.toLowerCase() !== 'hidden') return
  row.say(
    'visibility',
    'warn',
    'not_published',
    'The product is hidden in the shop it comes from, so it is kept as a draft.',
  )
  draft.status = 'draft'
}

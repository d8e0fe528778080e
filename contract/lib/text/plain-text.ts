import { isInlineTag } from './rich-text.ts'

const characters: Record<string, string> = { lt: '<', gt: '>', quot: '"', nbsp: ' ', amp: '&' }

/** Returns rich text as lines of plain text. Cells of a row are on one line. */
export const toPlainText = (html: string): string =>
  html
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/<\/?([a-z][a-z0-9]*)\b[^>]*>/gi, (_, tag: string) =>
      toSeparator(tag.toLowerCase()),
    )
    .replaceAll(/&(lt|gt|quot|nbsp|amp);/g, (entity, name: string) => characters[name] ?? entity)
    .split('\n')
    .map(line => line.replaceAll(/\s+/g, ' ').trim())
    .filter(Boolean)
    .join('\n')

/** Returns rich text as one line of plain text. */
export const toTextLine = (html: string): string => toPlainText(html).replaceAll('\n', ' ')

/** Tags that texts of earlier versions contain. */
const earlierInlineTags = ['b', 'i']

function toSeparator(tag: string): string {
  if (tag === 'td' || tag === 'th') return ' '
  const isInline = isInlineTag(tag) || earlierInlineTags.includes(tag)
  return isInline && tag !== 'br' ? '' : '\n'
}

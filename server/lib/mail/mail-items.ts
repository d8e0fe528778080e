import { escapeHtml } from '#contract/lib/text/escape-html.ts'
import type { MailContent, MailItem } from './mail-content.ts'
import type { MailStyles } from './mail-style.ts'

/** Gmail hides the end of an email with more than 102 kB. The plain text names all products. */
const maxHtmlItems = 30

/** Returns a product as plain text, such as "2 × Teapot – Blue: $20.00". */
export const formatMailItem = ({ title, note, quantity, value, url }: MailItem): string =>
  [
    [formatItemName({ title, note, quantity }), value].filter(Boolean).join(': '),
    ...(url ? [url] : []),
  ].join('\n')

const formatItemName = ({ title, note, quantity }: Pick<MailItem, 'title' | 'note' | 'quantity'>) =>
  [...(quantity ? [`${quantity} ×`] : []), [title, note].filter(Boolean).join(' – ')].join(' ')

/** Returns the first products for the preview text of mail programs. */
export const formatItemPreview = (items: readonly MailItem[]): string =>
  items.slice(0, 3).map(formatItemName).join(', ')

/** Returns products as rows with their images. Every text is escaped. */
export function renderMailItems(
  { items = [], formatMoreItems }: Pick<MailContent, 'items' | 'formatMoreItems'>,
  styles: MailStyles,
): string[] {
  if (items.length === 0) return []
  const hasImages = items.some(({ image }) => image)
  const hiddenCount = items.length - maxHtmlItems
  return [
    `<table role="presentation" class="m-row" style="${styles.table}">`,
    ...items.slice(0, maxHtmlItems).map(item => renderItem(item, { styles, hasImages })),
    '</table>',
    ...(hiddenCount > 0 && formatMoreItems
      ? [
          `<p class="m-text" style="${styles.paragraph}">${escapeHtml(formatMoreItems(hiddenCount))}</p>`,
        ]
      : []),
  ]
}

type ItemLayout = { styles: MailStyles; hasImages: boolean }

function renderItem(
  { title, note, quantity, value, image, url }: MailItem,
  { styles, hasImages }: ItemLayout,
): string {
  const noteLine = [note, quantity && `×\u00a0${quantity}`].filter(Boolean).join(' · ')
  const link = (content: string) =>
    url
      ? `<a href="${escapeHtml(url)}" class="m-link" style="${styles.link}">${content}</a>`
      : content
  const imageCell = image
    ? `<td class="m-row" width="${image.width}" style="${styles.itemImage}">` +
      `${link(
        `<img src="${escapeHtml(image.url)}" alt="${escapeHtml(image.alt)}" width="${image.width}" ` +
          `height="${image.height}" style="${styles.image}">`,
      )}</td>`
    : ''
  // Without an image, the name begins where the others have theirs.
  const span = hasImages && !image ? ' colspan="2"' : ''
  return (
    `<tr>${imageCell}<td class="m-row" dir="auto"${span} style="${styles.label}">` +
    `${link(escapeHtml(title))}${
      noteLine
        ? `<br><span class="m-muted" style="${styles.muted}">${escapeHtml(noteLine)}</span>`
        : ''
    }</td>` +
    `<td class="m-row" style="${styles.price}">${escapeHtml(value ?? '')}</td></tr>`
  )
}

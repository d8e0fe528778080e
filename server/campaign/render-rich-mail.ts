import { escapeHtml } from '#contract/lib/text/escape-html.ts'
import { toPlainText } from '#contract/lib/text/plain-text.ts'
import { splitRichText } from '#contract/lib/text/rich-text-part.ts'
import { encodePath } from '#contract/lib/text/url-path.ts'
import type { MailDesign, MailImage } from '../lib/mail/mail-content.ts'
import { formatMailItem, renderMailItems } from '../lib/mail/mail-items.ts'
import { createMailStyles } from '../lib/mail/mail-style.ts'
import type { MailProduct } from './mail-product.ts'

export type RichMailOptions = {
  /** The address of the store, for links and images of the text. */
  storeUrl: string
  /** The name of the campaign in links to the store. */
  campaign: string
  products: ReadonlyMap<string, MailProduct>
  /** The images of the products by their URL. */
  images: ReadonlyMap<string, MailImage>
  formatMoney: (amount: number) => string
  design: MailDesign
  direction: 'ltr' | 'rtl'
}

/** Returns sanitized rich text as the HTML and the plain text of an email. Hidden products are left out. */
export function renderRichMail(
  body: string,
  options: RichMailOptions,
): { html: string; text: string } {
  const parts = splitRichText(body).map(part => {
    if (part.kind === 'products') return renderProducts(part.ids, options)
    if (part.kind === 'html') return renderText(part.html, options)
    return renderText(
      `<p><a href="${escapeHtml(part.url)}">${escapeHtml(part.url)}</a></p>`,
      options,
    )
  })
  return {
    html: parts.map(({ html }) => html).join('\n'),
    text: parts
      .map(({ text }) => text)
      .filter(Boolean)
      .join('\n\n'),
  }
}

/** Inline styles, because mail programs ignore style sheets. */
const getTagStyle = (tag: string, { line, accent, muted }: MailDesign): string | undefined =>
  ({
    p: 'margin:0 0 16px;overflow-wrap:anywhere',
    h2: 'margin:24px 0 12px;font-size:20px;line-height:1.3',
    h3: 'margin:20px 0 10px;font-size:17px;line-height:1.3',
    h4: 'margin:16px 0 8px;font-size:15px',
    ul: 'margin:0 0 16px;padding-inline-start:24px',
    ol: 'margin:0 0 16px;padding-inline-start:24px',
    blockquote: `margin:0 0 16px;padding-inline-start:16px;border-inline-start:3px solid ${line};color:${muted}`,
    pre: 'margin:0 0 16px;white-space:pre-wrap;overflow-wrap:anywhere',
    hr: `margin:24px 0;border:0;border-top:1px solid ${line}`,
    table: 'width:100%;margin:0 0 16px;border-collapse:collapse',
    th: `padding:8px;border:1px solid ${line};text-align:start`,
    td: `padding:8px;border:1px solid ${line};vertical-align:top`,
    img: 'max-width:100%;height:auto;border:0',
    a: `color:${accent}`,
  })[tag]

function renderText(html: string, options: RichMailOptions): { html: string; text: string } {
  const linked = html.replaceAll(
    / (href|src)="([^"]*)"/g,
    (_, name: string, value: string) =>
      ` ${name}="${escapeHtml(toMailUrl(unescapeUrl(value), options, name === 'href'))}"`,
  )
  return {
    html: linked.replaceAll(
      /<([a-z][a-z0-9]*)\b([^>]*)>/g,
      (tag, name: string, attributes: string) => {
        const style = getTagStyle(name, options.design)
        return style ? `<${name}${attributes} style="${style}">` : tag
      },
    ),
    text: toPlainText(
      linked.replaceAll(
        /<a [^>]*?href="([^"]*)"[^>]*>(.*?)<\/a>/g,
        (_, href: string, label: string) => (label === href ? label : `${label} (${href})`),
      ),
    ).replaceAll('\n', '\n\n'),
  }
}

const unescapeUrl = (text: string) =>
  text.replaceAll(/&(amp|quot|lt|gt);/g, (_, name: string) => entities[name] ?? '')
const entities: Record<string, string> = { amp: '&', quot: '"', lt: '<', gt: '>' }

/** Returns an absolute URL. Links to the store name the campaign, so that the store knows where visitors come from. */
function toMailUrl(
  url: string,
  { storeUrl, campaign }: Pick<RichMailOptions, 'storeUrl' | 'campaign'>,
  isLink: boolean,
): string {
  const parsed = URL.parse(url, `${storeUrl}/`)
  if (!parsed) return url
  if (isLink && parsed.origin === URL.parse(storeUrl)?.origin) {
    parsed.searchParams.set('utm_source', 'newsletter')
    parsed.searchParams.set('utm_medium', 'email')
    parsed.searchParams.set('utm_campaign', campaign)
  }
  return parsed.href
}

function renderProducts(
  ids: readonly string[],
  options: RichMailOptions,
): { html: string; text: string } {
  const products = ids.flatMap(id => options.products.get(id) ?? [])
  const items = products.map(({ title, path, image, price }) => ({
    title,
    image: options.images.get(image),
    value: options.formatMoney(price),
    url: toMailUrl(encodePath(path), options, true),
  }))
  const styles = createMailStyles(options.design, options.direction)
  return {
    html: renderMailItems({ items }, styles).join('\n'),
    text: items.map(formatMailItem).join('\n\n'),
  }
}

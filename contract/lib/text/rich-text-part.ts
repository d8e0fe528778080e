import { parseVideoUrl } from './video-url.ts'

/** A part of rich text that pages show as its own component, or the HTML between such parts. */
export type RichTextPart =
  | { kind: 'html'; html: string }
  | { kind: 'products'; ids: string[] }
  | { kind: 'video'; url: string }

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const product = `<div data-product="(${uuid})"></div>`
/** A paragraph that consists of a link. It is a video if the link shows its address. */
const linkParagraph = '<p><a\\b[^>]*? ?href="([^"]+)"[^>]*>([^<]*)</a></p>'
const tokenPattern = new RegExp(`${product}|${linkParagraph}|<(/?)([a-z0-9]+)[^>]*>`, 'g')
const emptyTags = ['br', 'hr', 'img']

/** Returns the parts of sanitized rich text. Products and videos inside other blocks are no parts. */
export function splitRichText(html: string): RichTextPart[] {
  const parts: RichTextPart[] = []
  let depth = 0
  let start = 0
  for (const match of html.matchAll(tokenPattern)) {
    const [token, id, href = '', label, slash, tag = ''] = match
    const isTag = tag !== ''
    if (isTag && !emptyTags.includes(tag)) depth += slash ? -1 : 1
    if (isTag || depth > 0) continue
    const part = toPart(id, href, label)
    if (!part) continue
    addHtml(parts, html.slice(start, match.index))
    addPart(parts, part)
    start = match.index + token.length
  }
  addHtml(parts, html.slice(start))
  return parts
}

function toPart(id: string | undefined, href: string, label = ''): RichTextPart | undefined {
  if (id !== undefined) return { kind: 'products', ids: [id] }
  const url = href.replaceAll('&amp;', '&')
  return label === href && parseVideoUrl(url) ? { kind: 'video', url } : undefined
}

function addHtml(parts: RichTextPart[], html: string) {
  if (html.trim() !== '') parts.push({ kind: 'html', html })
}

/** Products that follow each other are one part. */
function addPart(parts: RichTextPart[], part: RichTextPart) {
  const last = parts.at(-1)
  if (part.kind === 'products' && last?.kind === 'products') last.ids.push(...part.ids)
  else parts.push(part)
}

/** Returns the ids of the products in all texts of a value. */
export function findTextProducts(value: unknown): string[] {
  const pattern = new RegExp(`<div data-product=\\\\"(${uuid})\\\\">`, 'g')
  return [
    ...new Set([...JSON.stringify(value).matchAll(pattern)].map(([, productId = '']) => productId)),
  ]
}

/** Returns the URLs of the videos in all texts of a value. */
export function findTextVideos(value: unknown): string[] {
  const texts: string[] = []
  JSON.stringify(value, (_, member: unknown) => {
    if (typeof member === 'string' && member.includes('<p><a ')) texts.push(member)
    return member
  })
  return texts.flatMap(splitRichText).flatMap(part => (part.kind === 'video' ? [part.url] : []))
}

import { createRequire } from 'node:module'
import type { Attributes, IOptions } from 'sanitize-html'

const require = createRequire(import.meta.url)

/** Loaded with the first email, because the library takes 15 MB and a tenth of a second. */
const loadSanitizer = (): typeof import('sanitize-html') => require('sanitize-html')

/** Longer HTML is not shown. The text and the original email are. */
const maxHtmlLength = 2_000_000
/** The time for one grows with their number. Newsletters have a few thousand. */
const maxTags = 30_000

const textTags =
  'a abbr b big blockquote br center code dd del div dl dt em font h1 h2 h3 h4 h5 h6 hr i ins li ol p pre q s ' +
  'small span strike strong sub sup u ul'
const tableTags = 'caption col colgroup table tbody td tfoot th thead tr'
const layoutAttributes = ['align', 'valign', 'width', 'height', 'bgcolor', 'border', 'dir', 'lang']

/** A value without a function, which could load a file. */
const plainValue = /^[\w\s#%.,'"!-]{1,200}$/
const color = /^(#[0-9a-f]{3,8}|[a-z]{3,30}|rgba?\([\d\s.,%]{5,40}\))$/i
const plainStyles =
  'border border-bottom border-collapse border-left border-radius border-right border-spacing border-top ' +
  'direction display font font-family font-size font-style font-weight height letter-spacing line-height ' +
  'list-style-type margin margin-bottom margin-left margin-right margin-top max-width min-width padding ' +
  'padding-bottom padding-left padding-right padding-top text-align text-decoration text-indent text-transform ' +
  'vertical-align white-space width word-break'

const sanitizeOptions: IOptions = {
  allowedTags: [...textTags.split(' '), ...tableTags.split(' '), 'img'],
  allowedAttributes: {
    '*': ['style', ...layoutAttributes],
    a: ['href', 'rel', 'target', 'title'],
    font: ['color', 'face', 'size'],
    img: ['src', 'alt', 'title', 'data-src', 'data-file'],
    ol: ['start', 'type'],
    table: ['cellpadding', 'cellspacing'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan'],
  },
  allowedStyles: {
    '*': {
      ...Object.fromEntries(plainStyles.split(' ').map(name => [name, [plainValue]])),
      color: [color],
      background: [color],
      'background-color': [color],
    },
  },
  allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['data'] },
  allowProtocolRelative: false,
  nonTextTags: ['script', 'style', 'textarea', 'title', 'noscript', 'option', 'xmp', 'template'],
  nestingLimit: 100,
}

export type CleanHtml = {
  html: string
  /** Images of other servers, which are not loaded until a user asks for them. */
  remoteImageCount: number
}

/**
 * Returns the HTML of an email without scripts, forms and addresses of images on other servers: `data-src` has these.
 * Images in the email have the position of their file in `data-file`. Cleaning the result again removes only these.
 * `filePositions` has the positions by Content-ID.
 */
export function cleanMailHtml(
  html: string,
  filePositions: ReadonlyMap<string, number> = new Map(),
): CleanHtml | undefined {
  if (html.length > maxHtmlLength || html.split('<').length > maxTags) return undefined
  let remoteImageCount = 0
  const transformImage = (tagName: string, attribs: Attributes) => {
    const image = describeImage(attribs, filePositions)
    if (image['data-src'] !== undefined) remoteImageCount += 1
    const { src: _src, 'data-src': _remote, 'data-file': _file, ...others } = attribs
    return { tagName, attribs: { ...others, ...image } }
  }
  const cleaned = loadSanitizer()(html, {
    ...sanitizeOptions,
    transformTags: { a: transformLink, img: transformImage },
  })
  return { html: cleaned.trim(), remoteImageCount }
}

/** A page that a link opens must not access the page with the email, or learn its address. */
function transformLink(tagName: string, { href, title }: Attributes) {
  if (!href || !/^(https?|mailto|tel):/i.test(href.trim())) return { tagName: 'span', attribs: {} }
  return {
    tagName,
    attribs: {
      href: href.trim(),
      target: '_blank',
      rel: 'noopener noreferrer nofollow',
      ...(title && { title }),
    },
  }
}

const dataImagePattern = /^data:image\/(png|jpeg|gif|webp);base64,[a-z0-9+/=\s]+$/i

function describeImage(
  attribs: Attributes,
  filePositions: ReadonlyMap<string, number>,
): Record<string, string> {
  const source = (attribs['src'] ?? '').trim()
  const position = /^cid:/i.test(source)
    ? filePositions.get(decodeContentId(source.slice('cid:'.length)))
    : undefined
  if (position !== undefined) return { 'data-file': String(position) }
  if (dataImagePattern.test(source)) return { src: source }
  const remote = source.replace(/^\/\//, 'https://') || (attribs['data-src'] ?? '')
  return /^https?:\/\/[^\s"'<>]+$/i.test(remote) ? { 'data-src': remote } : {}
}

export function decodeContentId(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

import { createRequire } from 'node:module'
import type { Attributes, IOptions, Transformer } from 'sanitize-html'
import { richTextTags } from '#contract/lib/text/rich-text.ts'
import { parseVideoUrl } from '#contract/lib/text/video-url.ts'
import { joinBlocks, paragraphBreak } from './join-blocks.ts'

const require = createRequire(import.meta.url)

/** Loaded with the first text, because the library takes 15 MB and a tenth of a second. */
const loadSanitizer = (): typeof import('sanitize-html') => require('sanitize-html')

/** Tags that are stored as the tag with the same meaning. */
const replacedTags = {
  h1: 'h2',
  h5: 'h4',
  h6: 'h4',
  i: 'em',
  cite: 'em',
  dfn: 'em',
  var: 'em',
  ins: 'u',
  del: 's',
  strike: 's',
  kbd: 'code',
  samp: 'code',
  tt: 'code',
  listing: 'pre',
  xmp: 'pre',
  menu: 'ul',
  dir: 'ul',
  tfoot: 'tbody',
}

/** Blocks without a stored tag. Their text becomes paragraphs. */
const blockTags = [
  'address',
  'article',
  'aside',
  'body',
  'caption',
  'center',
  'dd',
  'details',
  'dialog',
  'dl',
  'dt',
  'fieldset',
  'figcaption',
  'figure',
  'footer',
  'form',
  'header',
  'hgroup',
  'legend',
  'main',
  'nav',
  'option',
  'search',
  'section',
  'summary',
]

/** Pages of stores load images with `https:`, and `//host` means the protocol of the page. */
const completeUrl = (url: string) => url.trim().replace(/^[/\\]{2}/, 'https://')

function transformLink(tagName: string, attribs: Attributes): ReturnType<Transformer> {
  if (!attribs['href']) return { tagName: 'span', attribs: {} }
  const href = completeUrl(attribs['href'])
  // A page in a new tab must not access the page that opened it.
  return {
    tagName,
    attribs:
      attribs['target'] === '_blank'
        ? { ...attribs, href, rel: 'noopener noreferrer' }
        : { href, ...(attribs['title'] && { title: attribs['title'] }) },
  }
}

/** Google Docs puts copied text into a `b` that is not bold. */
const transformBold: Transformer = (_, { style = '' }) => ({
  tagName: /font-weight:\s*(?:normal|400)/i.test(style) ? 'span' : 'strong',
  attribs: {},
})

/** Returns a link to an embedded video. */
function transformEmbed(tagName: string, attribs: Attributes): ReturnType<Transformer> {
  const url = completeUrl(attribs['src'] ?? '')
  const video = parseVideoUrl(url)
  if (!video) return { tagName, attribs: {} }
  const href =
    video.provider === 'youtube'
      ? `https://www.youtube.com/watch?v=${video.id}`
      : `https://vimeo.com/${video.id}`
  return { tagName: 'a', attribs: { href }, text: href }
}

const productId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** A `div` is stored only if it names a product. */
function transformDiv(tagName: string, attribs: Attributes): ReturnType<Transformer> {
  const id = attribs['data-product']?.toLowerCase() ?? ''
  return productId.test(id)
    ? { tagName, attribs: { 'data-product': id } }
    : { tagName: paragraphBreak, attribs: {} }
}

const sanitizeOptions: IOptions = {
  allowedTags: [...Object.keys(richTextTags), paragraphBreak],
  allowedAttributes: Object.fromEntries(
    Object.entries(richTextTags).map(([tag, attributes]) => [tag, [...attributes]]),
  ),
  allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['https', 'http'] },
  allowProtocolRelative: false,
  nonTextTags: ['script', 'style', 'textarea', 'title'],
  nestingLimit: 30,
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs['src'],
  transformTags: {
    ...replacedTags,
    ...Object.fromEntries(blockTags.map(tag => [tag, paragraphBreak])),
    a: transformLink,
    b: transformBold,
    div: transformDiv,
    img: (tagName, attribs) => ({
      tagName,
      attribs: attribs['src'] ? { ...attribs, src: completeUrl(attribs['src']) } : attribs,
    }),
    iframe: transformEmbed,
  },
}

/**
 * Returns user-written HTML reduced to the allowed tags. Blocks with other tags become paragraphs.
 * Sanitizing the result again changes nothing.
 */
export const sanitizeRichText = (html: string) =>
  joinBlocks(loadSanitizer()(html, sanitizeOptions)).trim()

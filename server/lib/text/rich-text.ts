import { createRequire } from 'node:module'
import type { IOptions } from 'sanitize-html'

const require = createRequire(import.meta.url)

/** Loaded with the first text, because the library takes 15 MB and a tenth of a second. */
const loadSanitizer = (): typeof import('sanitize-html') => require('sanitize-html')

const sanitizeOptions: IOptions = {
  allowedTags: [
    'p',
    'br',
    'hr',
    'h2',
    'h3',
    'h4',
    'strong',
    'b',
    'em',
    'i',
    'u',
    's',
    'sub',
    'sup',
    'mark',
    'code',
    'pre',
    'blockquote',
    'ul',
    'ol',
    'li',
    'a',
    'img',
    'table',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
  ],
  allowedAttributes: {
    a: ['href', 'title', 'target', 'rel'],
    img: ['src', 'alt', 'width', 'height'],
    th: ['colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
    ol: ['start'],
  },
  allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['https', 'http'] },
  // `//host` has no scheme of its own, so the check of the scheme does not apply to it.
  allowProtocolRelative: false,
  nestingLimit: 30,
  transformTags: {
    h1: 'h2',
    // A page in a new tab must not access the page that opened it.
    a: (tagName, attribs) => ({
      tagName,
      attribs:
        attribs['target'] === '_blank'
          ? { ...attribs, rel: 'noopener noreferrer' }
          : { href: attribs['href'] ?? '', ...(attribs['title'] && { title: attribs['title'] }) },
    }),
  },
}

/**
 * Returns user-written HTML reduced to the allowed tags. Sanitizing the result again changes
 * nothing.
 */
export const sanitizeRichText = (html: string) => loadSanitizer()(html, sanitizeOptions).trim()

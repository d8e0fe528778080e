import sanitize from 'sanitize-html'

const sanitizeOptions: sanitize.IOptions = {
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
  // `//host` takes over the page's scheme and slips past a look at the scheme alone.
  allowProtocolRelative: false,
  nestingLimit: 30,
  transformTags: {
    h1: 'h2',
    // What a page opens in a new tab must not reach back into the page.
    a: (tagName, attribs) => ({
      tagName,
      attribs:
        attribs['target'] === '_blank'
          ? { ...attribs, rel: 'noopener noreferrer' }
          : { href: attribs['href'] ?? '', ...(attribs['title'] && { title: attribs['title'] }) },
    }),
  },
}

/** Text with marks that people wrote or pasted, cut down to a fixed list of tags. Cleaning twice changes nothing. */
export const sanitizeRichText = (html: string) => sanitize(html, sanitizeOptions).trim()

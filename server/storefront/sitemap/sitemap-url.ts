import type { Language } from '#contract/lib/text/languages.ts'
import { encodePath } from '#contract/lib/text/url-path.ts'
import { addLanguage } from '#contract/storefront/storefront-language.ts'

const namespaces =
  'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"'

export async function* writeUrlSet(urls: Iterable<string> | AsyncIterable<string>) {
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${namespaces}>\n`
  yield* urls
  yield '</urlset>\n'
}

/**
 * Returns a function that formats the entries of a page: one for each language, with links to all of
 * them. Paths and hosts contain no character that XML must escape.
 */
export function createUrlFormatter(storeUrl: string, languages: readonly Language[]) {
  const getUrl = (path: string, language: Language) =>
    storeUrl + addLanguage(path, language, languages)
  const formatLink = (language: string, url: string) =>
    `<xhtml:link rel="alternate" hreflang="${language}" href="${url}"/>`
  return (path: string, updatedAt?: Date | string): string => {
    const modified = updatedAt ? `<lastmod>${new Date(updatedAt).toISOString()}</lastmod>` : ''
    const links =
      languages.length < 2
        ? ''
        : languages.map(language => formatLink(language, getUrl(path, language))).join('') +
          formatLink('x-default', storeUrl + encodePath(path))
    return languages
      .map(language => `<url><loc>${getUrl(path, language)}</loc>${modified}${links}</url>\n`)
      .join('')
  }
}
